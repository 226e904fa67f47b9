// The explanation of the value that is pointed at, or kept by a click. (Pinned is a word of the field.)

const answer = document.getElementById("answer");
const spoken = document.getElementById("spoken");
const few = 40; // of a list, unless the value is kept
let shown = none;
let kept = none;
let marked = [];

function pointAt(v) {
  if (kept === none && v !== shown) show(v);
}

// Keeps the explanation of a value, or of none.
function keep(v) {
  if (kept !== none) rows[kept].setAttribute("aria-pressed", "false");
  kept = v;
  if (kept !== none) rows[kept].setAttribute("aria-pressed", "true");
  const about = kept === none ? shown : kept;
  if (about !== none) show(about);
  const said = kept === none ? [] : [...answer.querySelectorAll("ol > li")].map((line) => line.textContent);
  spoken.textContent = said.join(" ");
}

function goTo(v) {
  if (!(v in place)) showAll();
  keep(v);
  focusOn(v);
}

function show(v) {
  shown = v;
  mark(v);
  const operands = operandsOf(v).map(({ operand, reason }) => ({ other: operand, reason }));
  const itsReaders = readers[v].map(({ reader, reason }) => ({ other: reader, reason }));
  const parts = [headOf(v), factsOf(v), element("h3", {}, "Why"), whyOf(v)];
  answer.replaceChildren(...parts, ...listOf("Operands", operands), ...listOf("Readers", itsReaders));
  answer.scrollTop = 0;
}

function headOf(v) {
  const release = kept === v && element("button", { type: "button", className: "let-go" }, "kept here: let go");
  return element("div", {}, element("h2", {}, nameOf(v)), kindOf(v), release);
}

function factsOf(v) {
  const facts = [
    ["id", graph.ids[v]],
    ["pass", String(graph.pass[v])],
    ["level", String(graph.level[v])],
  ];
  if (graph.bytes) facts.push(["size", `${sizeText(graph.bytes[v])} (${grouped(graph.bytes[v])} bytes)`]);
  for (const { role, loop } of axesOf(v)) facts.push(["axis", loop ? `${role}, in ${loop}` : role]);
  return element("dl", {}, ...facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]));
}

// The sentences of `fslevels explain`.
function whyOf(v) {
  const words = graph.words;
  const chain = chainTo(v);
  const first = chain.length > 0 ? chain[0].operand : v;
  const headline = graph.kinds[v] === "not listed" ? words.unlisted : words.headline;
  const base = operandsOf(first).length === 0 ? words.no_operands : words.not_forced;
  const link = ({ reader, operand, reason }) =>
    sentence(words.links[reason], { values: { reader, operand }, texts: { level: graph.level[reader] } });
  const said = [
    sentence(headline, { values: { value: v }, texts: { pass: graph.pass[v], level: graph.level[v] } }),
    sentence(base, { values: { value: first } }),
    ...atMostFew(chain, link),
  ];
  return element("ol", {}, ...said, graph.by[v] !== none && liftSentence(v, graph.by[v]));
}

function liftSentence(v, reader) {
  const rise = counted(graph.pass[v] - graph.level[v], "pass", "passes");
  const reason = graph.words.reasons[edgeBetween(reader, v).reason];
  return sentence(graph.words.lifts[graph.lift[v]], {
    values: { value: v, reader },
    texts: { rise, reason, pass: graph.pass[v] },
  });
}

function listOf(title, others) {
  const heading = element("h3", {}, `${title} (${grouped(others.length)})`);
  if (others.length === 0) return [heading, element("p", { className: "more" }, "none")];
  const item = ({ other, reason }) => {
    const why = element("span", { className: `reason-${reason}` }, graph.words.reasons[reason]);
    return element("li", {}, linkTo(other), why, element("span", {}, `pass ${graph.pass[other]}`));
  };
  return [heading, element("ul", {}, ...atMostFew(others, item))];
}

// What comes first of a long list, as elements; all of it where the value is kept.
function atMostFew(list, make) {
  if (kept !== none || list.length <= few) return list.map(make);
  const rest = `and ${grouped(list.length - few)} more: click the value to see them`;
  return [...list.slice(0, few).map(make), element("li", { className: "more" }, rest)];
}

// Shows in the columns what a value has to do with others.
function mark(v) {
  for (const row of marked) row.className = "";
  marked = [];
  const add = (value, ...classes) => {
    rows[value].classList.add(...classes);
    marked.push(rows[value]);
  };
  add(v, "shown");
  for (const { operand, reason } of operandsOf(v)) add(operand, "operand", reason ? "bumps" : "plain");
  for (const { reader, reason } of readers[v]) add(reader, "reader", reason ? "bumps" : "plain");
  for (const { reader, operand } of chainTo(v)) [reader, operand].forEach((value) => add(value, "link"));
}

// What is there before anything is pointed at.
function showHint() {
  const lines = [
    "Point at a value, or go to it with the keyboard, to see why it is in its pass, what it reads, and what reads it.",
    "A click, or Enter, keeps the explanation until Escape.",
  ];
  if (graph.source) lines.push(`Source: ${graph.source}`);
  if (graph.producer) lines.push(`Written by: ${graph.producer}`);
  answer.append(...lines.map((line) => element("p", { className: "hint" }, line)));
}
