"""Draws the times of a run: nanoseconds a value against size, and the same in terms of the limit."""

from doors import DOORS
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

STYLE = {
    "font.size": 9,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "svg.hashsalt": "forcedsplit",  # the same picture has the same bytes
}


def plot(results, generated, machine, out):
    """Writes time_per_value and ratio_to_limit, each as SVG and PNG, into the directory `out`."""
    with rc_context(STYLE):
        save(figure_of(results, generated, "nanoseconds a value", machine, per_value), out / "time_per_value")
        save(figure_of(results, generated, "time, in terms of the limit's", machine, ratio), out / "ratio_to_limit")


def save(figure, path):
    figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    figure.savefig(path.with_suffix(".png"), dpi=110)


def per_value(results, graph, door):
    ns = results.ns(graph, door)
    return ns and ns / graph["values"]


def ratio(results, graph, door):
    ns, limit = results.ns(graph, door), results.ns(graph, "limit")
    return ns and limit and ns / limit


def figure_of(results, generated, quantity, machine, height_of):
    """A panel for each generated family and the real graphs, a line for each door, and a legend in the last place."""
    families = [family for family in (*generated, "real") if results.of_family(family)]
    columns = min(4, len(families) + 1)
    rows = -(-(len(families) + 1) // columns)
    figure = Figure(figsize=(3.6 * columns, 3.4 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, sharey=True, squeeze=False)
    places = list(panels.flat)
    sizes = [graph["values"] for graph in results.graphs if graph["family"] in generated]
    drawn = set()
    for family, place in zip(families, places):
        drawn |= draw_family(place, results, family, height_of)
        if family in generated:
            place.set_xlim(min(sizes) / 1.5, max(sizes) * 1.5)
    for place in panels[:, 0]:
        place.set_ylabel(quantity)
    for place in places[len(families) :]:
        place.axis("off")
    handles = [Line2D([], [], **style(door), label=DOORS[door].label) for door in DOORS if door in drawn]
    places[len(families)].legend(handles=handles, loc="center", ncols=2, frameon=False)
    figure.suptitle(f"{quantity[0].upper()}{quantity[1:]} ({machine})", fontsize=11)
    return figure


def draw_family(place, results, family, height_of):
    """The lines of one family; returns its doors."""
    graphs = sorted(results.of_family(family), key=lambda graph: graph["values"])
    place.set(title=family, xscale="log", yscale="log", xlabel="values")
    drawn = set()
    for door in DOORS:
        points = [(graph["values"], height_of(results, graph, door)) for graph in graphs]
        points = [(values, height) for values, height in points if height]
        if points:
            drawn.add(door)
            place.plot(*zip(*points), **style(door, joined=family != "real"))
    return drawn


def style(door, joined=True):
    """How a door is drawn; real graphs are no family, and their points are not joined."""
    drawn = DOORS[door]
    line = drawn.dashes if joined else "none"
    return {"color": drawn.colour, "marker": drawn.marker, "linestyle": line, "markersize": 5, "linewidth": 1.4}
