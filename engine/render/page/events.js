// What people do. Events are taken where all rows are, and not by each row.

function valueAt(node) {
  const button = node.closest("button[data-value]");
  return button ? Number(button.dataset.value) : none;
}

function isPlain(event) {
  return !event.ctrlKey && !event.altKey && !event.metaKey;
}

// Moves of the pointer, and not what is under it: rows that are scrolled under a resting pointer are not pointed at.
passes.addEventListener("pointermove", (event) => {
  const v = valueAt(event.target);
  if (v !== none) pointAt(v);
});

passes.addEventListener("focusin", (event) => {
  const v = valueAt(event.target);
  if (v === none) return;
  makeCurrent(v);
  pointAt(v);
});

passes.addEventListener("click", (event) => {
  const v = valueAt(event.target);
  if (v !== none) keep(kept === v ? none : v);
});

passes.addEventListener("keydown", (event) => {
  if (!isPlain(event) || valueAt(event.target) === none) return;
  const v = neighbor(event.key);
  if (v === undefined) return;
  event.preventDefault();
  focusOn(v);
});

answer.addEventListener("click", (event) => {
  const v = valueAt(event.target);
  if (v !== none) goTo(v);
  else if (event.target.closest(".let-go")) letGo();
});

search.addEventListener("input", filter);
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  const first = firstHit();
  if (first !== undefined) focusOn(first);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    event.preventDefault();
    letGo();
  } else if (event.key === "/" && event.target !== search && isPlain(event)) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});

// Takes back the last thing, the search or what is kept, and leads back to the rows.
function letGo() {
  if (document.activeElement === search && search.value) {
    showAll();
    return;
  }
  keep(none);
  if (current !== none) focusOn(current);
}

showColumns();
filter();
showHint();
