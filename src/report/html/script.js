(() => {
  "use strict";
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const make = (tag, set = {}, ...inside) => {
    const e = Object.assign(document.createElement(tag), set);
    e.append(...inside);
    return e;
  };
  const status = document.getElementById("status");
  const say = (text) => { status.textContent = text; };
  // cells are padded with figure spaces, which are no part of a value
  const text = (cell) => cell.textContent.replace(/[\u2007\u2008]+$/, "");
  const NUMBER = /^[+\-\u2212]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i;
  const number = (t) => {
    const found = NUMBER.exec(t.replace(/^[<>\u2264\u2265]\s*/, ""));
    return found ? Number(found[0].replace("\u2212", "-")) : NaN;
  };

  // sorting: up, down, as it was
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const sort = (table, at, way) => {
    const body = table.tBodies[0];
    const numeric = table.tHead.rows[0].cells[at].classList.contains("number");
    const rows = [...body.rows].map((row) => {
      const t = text(row.cells[at]).trim();
      const n = numeric ? number(t) : t;
      return { row, key: n, missing: numeric ? Number.isNaN(n) : t === "", was: Number(row.dataset.was) };
    });
    const sign = way === "descending" ? -1 : 1;
    rows.sort((a, b) => {
      if (way === "none") return a.was - b.was;
      if (a.missing || b.missing) return a.missing - b.missing || a.was - b.was;
      return sign * (numeric ? a.key - b.key : order.compare(a.key, b.key)) || a.was - b.was;
    });
    body.append(...rows.map((r) => r.row));
  };
  for (const table of all("table")) {
    [...table.tBodies[0].rows].forEach((row, at) => { row.dataset.was = at; });
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      const button = make("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")] || "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (next !== "none") head.setAttribute("aria-sort", next);
        sort(table, at, next);
        say(`${button.textContent}: ${next === "none" ? "order as it was" : `sorted ${next}`}`);
      });
    });
  }

  // copying: what is shown, in the order shown
  const cell = (t) => {
    // a spreadsheet would run these as formulas
    if (/^[=+\-@\t\r]/.test(t) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(t)) t = `'${t}`;
    return /[",\n\r']|^\s|\s$/.test(t) ? `"${t.replaceAll('"', '""')}"` : t;
  };
  const csv = (table) => {
    const notice = document.body.dataset.notice;
    const heads = [...table.tHead.rows[0].cells];
    const shown = heads.map((h, at) => (h.hidden ? -1 : at)).filter((at) => at >= 0);
    // headings that are alike on the page, under others or by their place, are told apart
    const said = shown.map((at) => text(heads[at]));
    const head = (t, at) => (said.filter((other) => other === t).length > 1 ? heads[at].dataset.key : t);
    return [table.tHead.rows[0], ...table.tBodies[0].rows]
      .filter((row) => !row.hidden)
      .map((row, at) => {
        const cells = shown.map((c) => (at === 0 ? head(text(row.cells[c]), c) : text(row.cells[c])));
        if (notice) cells.push(at === 0 ? "basis" : notice);
        return cells.map(cell).join(",");
      })
      .join("\r\n") + "\r\n";
  };
  const offer = (content) => {
    const area = make("textarea", { value: content, readOnly: true });
    area.setAttribute("aria-label", "Text to copy");
    const close = make("button", { type: "button" }, "Close");
    const dialog = make("dialog", {}, make("p", {}, "Copy this text:"), area, close);
    dialog.setAttribute("aria-label", "Copy");
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
  };
  const copy = async (content, button) => {
    try {
      await navigator.clipboard.writeText(content);
      // pressed again before it is over, the button says Copied already
      const was = (button.dataset.label ??= button.textContent);
      button.textContent = "Copied";
      say("Copied");
      clearTimeout(Number(button.dataset.timer));
      button.dataset.timer = setTimeout(() => { button.textContent = was; }, 1500);
    } catch {
      offer(content);
    }
  };
  const tool = (label, name, act) => {
    const button = make("button", { type: "button" }, label);
    button.setAttribute("aria-label", `${label}: ${name}`);
    button.addEventListener("click", () => act(button));
    return button;
  };
  for (const box of all(".box")) {
    const name = box.getAttribute("aria-label").replace(/^Table: /, "");
    const table = box.querySelector("table");
    box.after(make("div", { className: "tools" }, tool("Copy as CSV", name, (b) => copy(csv(table), b))));
  }
  for (const pre of all("pre.command")) {
    pre.after(make("div", { className: "tools" }, tool("Copy", "the command", (b) => copy(pre.textContent, b))));
  }

  // filtering
  const filters = document.getElementById("filters");
  if (filters) {
    filters.hidden = false;
    const [method, block] = [document.getElementById("method"), document.getElementById("block")];
    const apply = () => {
      const wanted = method.value.trim().toLocaleLowerCase();
      let shown = 0;
      for (const section of all("section[data-block]")) {
        section.hidden = block.value !== "" && section.dataset.block !== block.value;
      }
      for (const table of all("main table")) {
        const heads = [...table.tHead.rows[0].cells];
        // a row of a pair names two, and is shown for either
        const of = (what) => heads.flatMap((h, at) => (h.dataset.names === what ? [at] : []));
        const [names, places] = [of("method"), of("block")];
        const out = heads.map((h) => "block" in h.dataset && block.value !== "" && h.dataset.block !== block.value);
        heads.forEach((h, at) => { h.hidden = out[at]; });
        for (const row of table.tBodies[0].rows) {
          const any = (of, fits) => of.length === 0 || of.some((at) => fits(text(row.cells[at])));
          row.hidden =
            !any(names, (t) => t.toLocaleLowerCase().includes(wanted)) ||
            (block.value !== "" && !any(places, (t) => t === block.value));
          [...row.cells].forEach((c, at) => { c.hidden = out[at]; });
          if (!row.hidden && names.length > 0 && !table.closest("section").hidden) shown += 1;
        }
      }
      say(wanted || block.value ? `${shown} rows of methods shown` : "all shown");
    };
    filters.addEventListener("input", apply);
    filters.addEventListener("submit", (e) => e.preventDefault());
    filters.addEventListener("reset", () => setTimeout(apply));
  }

  // figures
  const tip = make("div", { id: "tip", hidden: true });
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  let shown = null; // the mark that the tip is about
  const place = (mark) => {
    const [m, t] = [mark.getBoundingClientRect(), tip.getBoundingClientRect()];
    const x = Math.min(Math.max(4, m.left + m.width / 2 - t.width / 2), innerWidth - t.width - 4);
    const y = m.top - t.height - 6;
    tip.style.left = `${Math.max(4, x)}px`;
    tip.style.top = `${y < 4 ? Math.min(m.bottom + 6, innerHeight - t.height - 4) : y}px`;
  };
  const save = (blob, name) => {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const png = (source, width, height) => new Promise((good, bad) => {
    const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
    const image = new Image();
    image.onload = () => {
      const canvas = make("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => (blob ? good(blob) : bad(new Error("no picture"))), "image/png");
    };
    image.onerror = () => bad(new Error("no picture"));
    image.src = url;
  });
  /** Tooltips, and arrow keys from mark to mark. */
  const explore = (svg, name) => {
    const title = svg.querySelector(":scope > title");
    const label = title ? title.textContent : name;
    const marks = all("g", svg).filter((g) => g.querySelector(":scope > title"));
    if (marks.length === 0) return;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `${label}; arrow keys go from mark to mark`);
    if (title) title.remove();
    const show = (mark) => {
      shown = mark;
      tip.textContent = mark.getAttribute("aria-label");
      tip.hidden = false;
      place(mark);
    };
    const hide = () => {
      shown = null;
      tip.hidden = true;
    };
    marks.forEach((mark, at) => {
      const own = mark.querySelector(":scope > title");
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", own.textContent);
      mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
      own.remove();
      mark.addEventListener("pointerenter", () => show(mark));
      mark.addEventListener("pointerleave", hide);
      mark.addEventListener("focus", () => show(mark));
      mark.addEventListener("blur", hide);
      mark.addEventListener("keydown", (e) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
        const to = { Home: 0, End: marks.length - 1 }[e.key] ?? (step && at + step);
        if (e.key === "Escape") hide();
        if (to === undefined || !marks[to]) return;
        e.preventDefault();
        mark.setAttribute("tabindex", "-1");
        marks[to].setAttribute("tabindex", "0");
        marks[to].focus();
      });
    });
  };
  for (const figure of all("figure[data-name]")) {
    const name = figure.dataset.name;
    const drawings = all(".drawing", figure).map((box) => {
      const svg = box.querySelector("svg");
      const [width, height] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
      return { box, svg, width, height, source: new XMLSerializer().serializeToString(svg) };
    });
    // one of two is shown, by the reader's scheme
    const seen = () => drawings.find((d) => getComputedStyle(d.box).display !== "none") || drawings[0];
    drawings.at(-1).box.after(make("div", { className: "tools" },
      tool("Save SVG", name, () => save(new Blob([seen().source], { type: "image/svg+xml" }), `${name}.svg`)),
      tool("Save PNG", name, () => png(seen().source, seen().width, seen().height)
        .then((blob) => save(blob, `${name}.png`))
        .catch(() => say("The picture could not be made")))));
    for (const { svg } of drawings) explore(svg, name);
  }
  addEventListener("scroll", () => { if (shown) place(shown); }, { passive: true, capture: true });
})();
