"""A stranger's program in Python: builds a graph, asks for its passes, prints them with the library's version."""

import forcedsplit

builder = forcedsplit.GraphBuilder()
builder.add_value(7, ["Reduction"])
builder.add_value(9, [])
builder.add_operands(9, [7])
levels = forcedsplit.compute(builder.finish(), inside=lambda reader, source: True)
print(f"{forcedsplit.__version__}: pass {levels.pass_(7)}, pass {levels.pass_(9)}")
