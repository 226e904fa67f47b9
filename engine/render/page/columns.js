// The passes, a column for each, with a row for each value. Rows are made once; later only what they show is changed.

const passes = document.getElementById("passes");
const columns = graph.titles.map(() => []);
for (const v of values) columns[graph.pass[v]].push(v);
const rows = values.map(rowOf);
const counts = columns.map(() => element("p"));

function rowOf(v) {
  const size = element("span", { className: "size" }, graph.bytes && sizeText(graph.bytes[v]));
  const axes = element("span", { className: "axes" }, rolesText(v));
  const row = element("button", { type: "button", tabIndex: -1 }, nameOf(v), size, axes, kindOf(v));
  row.dataset.value = v;
  row.setAttribute("aria-pressed", "false");
  return row;
}

function itemOf(v) {
  return element("li", { className: rolesText(v) || graph.kinds[v] ? "" : "short" }, rows[v]);
}

function columnOf(pass) {
  const title = element("h2", { id: `pass-${pass}` }, graph.titles[pass]);
  const list = element("ul", { tabIndex: -1 }, ...columns[pass].map(itemOf));
  list.setAttribute("role", "list"); // which it would not be without bullets, for some
  const column = element("section", {}, element("div", {}, title, counts[pass]), list);
  column.setAttribute("aria-labelledby", title.id);
  return column;
}

function showColumns() {
  if (values.length === 0) passes.append(element("p", {}, "The graph has no values."));
  passes.append(...columns.map((_, pass) => columnOf(pass)));
  document.getElementById("totals").textContent = totals();
}

function totals() {
  const of = (...kinds) => grouped(graph.kinds.filter((kind) => kinds.includes(kind)).length);
  const parts = [
    counted(values.length, "value"),
    counted(graph.operands.length, "edge"),
    counted(columns.length, "pass", "passes"),
    `${of("carried")} carried`,
    `${of("carried", "pinned")} pinned`,
    `${of("not listed")} not listed`,
  ];
  return (graph.bytes ? [...parts, sumText(values)] : parts).join(" · ");
}
