"""Tiled evaluation of ONNX models: which passes of a loop over one axis a model needs, and why.

    model.py     reads a model: its nodes, the shapes of its tensors, its constants
    values.py    what a value of the tiled evaluation is, and what it reads: its slice, or more
    operators.py a node among the values before it: what rules ask, and how they build values
    rules.py     the table: what each operator makes of the axis, with the reason
    roles.py     from values to roles, to a graph, and to the library's answer
    reference.py onnx's reference evaluator, with corrections
    evaluate.py  runs a model tile by tile in given passes, to be compared with the model as a whole

The rules' functions are in contractions.py, elementwise.py, movements.py, recurrences.py, reductions.py and windows.py.
"""
