// Elements, numbers and sentences.

// Children that are undefined, null or "" are left out.
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child));
  return made;
}

// Takes numbers of any size, as text too.
function grouped(number) {
  return BigInt(number).toLocaleString("en");
}

function counted(n, one, many = one + "s") {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

function sizeText(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
  let size = Number(bytes);
  let unit = 0;
  for (; size >= 999.5; unit++) size /= 1000;
  return `${unit === 0 ? size : size.toPrecision(3)} ${units[unit]}`;
}

function sumText(ofValues) {
  return sizeText(ofValues.reduce((sum, v) => sum + BigInt(graph.bytes[v]), 0n));
}

// A name may be written in either direction; what is around it stays in its place.
function nameOf(v) {
  return element("bdi", { className: "name" }, graph.names[v]);
}

function linkTo(v) {
  const link = element("button", { type: "button" }, nameOf(v));
  link.dataset.value = v;
  return link;
}

function kindOf(v) {
  const kind = graph.kinds[v];
  return kind && element("span", { className: `kind ${kind === "not listed" ? "unlisted" : kind}` }, kind);
}

// A sentence with its places filled: by a text, or by a value, which becomes a link to it.
function sentence(wording, filling) {
  const parts = wording.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part;
    return part in filling.values ? linkTo(filling.values[part]) : String(filling.texts[part]);
  });
  return element("li", {}, ...parts);
}
