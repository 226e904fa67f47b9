// Search: only the rows that have every word are left.

const search = document.getElementById("search");
const found = document.getElementById("found");
const haystacks = values.map((v) => folded([graph.names[v], graph.ids[v], rolesText(v), graph.kinds[v]].join("\n")));
let visible = columns; // of each column the values that are left
let place = []; // by value: where it is in visible

function folded(text) {
  return text.normalize("NFC").toLowerCase();
}

function filter() {
  const words = folded(search.value).split(/\s+/);
  const isHit = (v) => words.every((word) => haystacks[v].includes(word));
  visible = columns.map((column) => column.filter(isHit));
  place = [];
  for (const column of visible) column.forEach((v, i) => (place[v] = i));
  for (const v of values) rows[v].parentElement.hidden = !(v in place);
  showCounts();
  const first = firstHit();
  if (first !== undefined && !(current in place)) makeCurrent(first);
}

function firstHit() {
  return visible.find((column) => column.length > 0)?.[0];
}

function showCounts() {
  visible.forEach((column, pass) => {
    const left = column.length < columns[pass].length ? `${grouped(column.length)} of ` : "";
    const size = graph.bytes ? ` · ${sumText(column)}` : "";
    counts[pass].textContent = left + counted(columns[pass].length, "value") + size;
  });
  const hits = visible.reduce((sum, column) => sum + column.length, 0);
  found.textContent = search.value ? `${grouped(hits)} of ${counted(values.length, "value")}` : "";
}

function showAll() {
  search.value = "";
  filter();
}
