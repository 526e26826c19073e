// Column heads that sort their table, by click or keyboard; what has no value comes last.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const names = new Intl.Collator(undefined, { numeric: true });
  const value = (row, column) => row.cells[column].dataset.value;
  const compare = (one, other, text) => (text ? names.compare(one, other) : Number(one) - Number(other));

  const sort = (column, down) => {
    const text = heads[column].dataset.sort === "text";
    const rows = [...body.rows];
    rows.sort((first, second) => {
      const one = value(first, column);
      const other = value(second, column);
      if (one === "" || other === "") return (one === "") - (other === "");
      return (down ? -1 : 1) * compare(one, other, text);
    });
    body.append(...rows);
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  };

  heads.forEach((head, column) => {
    if (!head.dataset.sort) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      sort(column, now ? now === "ascending" : head.dataset.sort === "down");
    });
  });
}

// On paper everything is open.
const closed = [];
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not([open])")) {
    part.open = true;
    closed.push(part);
  }
});
addEventListener("afterprint", () => {
  for (const part of closed.splice(0)) part.open = false;
});
