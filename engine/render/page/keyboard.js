// One row at a time can be reached by Tab; arrows go on from there.

let current = none;

function makeCurrent(v) {
  if (current !== none) rows[current].tabIndex = -1;
  current = v;
  rows[current].tabIndex = 0;
}

function focusOn(v) {
  rows[v].focus({ preventScroll: true });
  rows[v].scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The value that a key leads to, or undefined.
function neighbor(key) {
  const pass = graph.pass[current];
  const column = visible[pass];
  const at = (list, i) => list[Math.max(0, Math.min(i, list.length - 1))];
  const beside = (others) => at(others.find((other) => other.length > 0) ?? [], place[current]);
  switch (key) {
    case "ArrowDown":
      return at(column, place[current] + 1);
    case "ArrowUp":
      return at(column, place[current] - 1);
    case "PageDown":
      return at(column, place[current] + 10);
    case "PageUp":
      return at(column, place[current] - 10);
    case "Home":
      return column[0];
    case "End":
      return column[column.length - 1];
    case "ArrowRight":
      return beside(visible.slice(pass + 1));
    case "ArrowLeft":
      return beside(visible.slice(0, pass).reverse());
  }
  return undefined;
}
