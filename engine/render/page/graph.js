"use strict";

// The graph of this page. A value is its position; an edge is {reader, operand, reason}.

const none = -1;
const graph = JSON.parse(document.getElementById("graph").textContent);
const values = graph.ids.map((_, v) => v);
const readers = readersByOperand();

function operandsOf(reader) {
  const edges = [];
  for (let i = graph.offsets[reader]; i < graph.offsets[reader + 1]; i++) {
    edges.push({ reader, operand: graph.operands[i], reason: graph.reasons[i] });
  }
  return edges;
}

function readersByOperand() {
  const readers = values.map(() => []);
  for (const reader of values) {
    for (const edge of operandsOf(reader)) readers[edge.operand].push(edge);
  }
  return readers;
}

function edgeBetween(reader, operand) {
  return operandsOf(reader).find((edge) => edge.operand === operand);
}

// The edges that force a value's level, from level 0 up.
function chainTo(v) {
  const chain = [];
  for (; graph.last[v] !== none; v = graph.last[v]) chain.push(edgeBetween(v, graph.last[v]));
  return chain.reverse();
}

function axesOf(v) {
  return graph.axes_of[v].map((axis) => graph.axes[axis]);
}

function rolesText(v) {
  return axesOf(v).map(({ role }) => role).join(", ");
}
