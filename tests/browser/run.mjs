// Opens reports in Chromium and uses them: node tests/browser/run.mjs REPORT.html...
// A page called index.html is the index that `report -o DIR/` writes, of which one input has no report; with an
// index.csv beside it, the index that `chart -o DIR/` writes, of which one figure is not drawn.
// CHROMIUM names another browser than Debian's.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) {
  console.error(`${executablePath} is missing: apt-get install chromium, or say where it is with CHROMIUM`);
  process.exit(1);
}
const reports = process.argv.slice(2);
if (reports.length === 0) {
  console.error("usage: node tests/browser/run.mjs REPORT.html...");
  process.exit(2);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** Opens a report; whatever the page complains about or asks the network for fails the test. */
async function open(url, options, use) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (m) => { if (["error", "warning"].includes(m.type())) faults.push(`console: ${m.text()}`); });
  page.on("pageerror", (e) => faults.push(`error: ${e.message}`));
  page.on("dialog", (d) => { faults.push(`dialog: ${d.message()}`); d.dismiss(); });
  page.on("request", (r) => { if (r.url() !== url && !r.url().startsWith("blob:")) faults.push(`request: ${r.url()}`); });
  try {
    await page.goto(url);
    await use(page, context);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** The cells of a column, as they are shown. */
const column = (table, at) => table.evaluate((t, i) => [...t.tBodies[0].rows].filter((r) => !r.hidden)
  .map((r) => r.cells[i].textContent.replace(/[\u2007\u2008]+$/, "")), at);

/** What a table with a column of this key is, and where the column stands. */
async function tableWith(page, key) {
  const table = page.locator("table", { has: page.locator(`th[data-key="${key}"]`) }).first();
  const at = await table.evaluate((t, k) => [...t.tHead.rows[0].cells].findIndex((h) => h.dataset.key === k), key);
  return { table, at };
}

const sorted = (list, less) => list.every((x, i) => i === 0 || !less(x, list[i - 1]));

const tests = {
  async "opens without a complaint and without the network"(url) {
    await open(url, {}, async (page) => {
      assert.equal(await page.locator("h1").count(), 1);
      assert.ok((await page.title()).length > 0);
      assert.ok(await page.locator("table").count() > 0);
    });
  },
  async "is one small file"(url, file) {
    assert.ok(statSync(file).size < 1_000_000);
    const text = readFileSync(file, "utf8");
    assert.equal(text.match(/<script/g).length, 1);
    assert.ok(!/(src|href)="https?:/.test(text));
  },
  async "names of inputs do nothing"(url) {
    await open(url, {}, async (page) => {
      // every element is one that the template or a figure makes
      const strange = await page.evaluate(() => document.querySelectorAll("main img[onerror], iframe, object, embed, [onfocus], [onerror], a[href^='javascript']").length);
      assert.equal(strange, 0);
      for (const cell of await page.locator("tbody th").all()) await cell.hover({ trial: true }).catch(() => {});
      assert.equal(await page.locator("script").count(), 1);
    });
  },
  async "ids are unique"(url) {
    await open(url, {}, async (page) => {
      const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id));
      assert.equal(new Set(ids).size, ids.length);
      const dead = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')].filter((a) => !document.getElementById(a.getAttribute("href").slice(1))).length);
      assert.equal(dead, 0);
    });
  },
  async "tables sort by click, by value, and back"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "value");
      const head = table.locator("thead th").nth(at);
      const before = await column(table, at);
      await head.locator("button").click();
      assert.equal(await head.getAttribute("aria-sort"), "ascending");
      const up = (await column(table, at)).map(Number);
      assert.ok(sorted(up, (a, b) => a < b), `${up}`);
      await head.locator("button").click();
      assert.equal(await head.getAttribute("aria-sort"), "descending");
      assert.deepEqual((await column(table, at)).map(Number), [...up].sort((a, b) => b - a));
      await head.locator("button").click();
      assert.equal(await head.getAttribute("aria-sort"), null);
      assert.deepEqual(await column(table, at), before);
    });
  },
  async "tables sort by keyboard, missing values last both ways"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "gap_to_next");
      const head = table.locator("thead th").nth(at);
      await head.locator("button").focus();
      for (const [key, way] of [["Enter", "ascending"], ["Space", "descending"]]) {
        await page.keyboard.press(key);
        assert.equal(await head.getAttribute("aria-sort"), way);
        const cells = await column(table, at);
        assert.equal(cells.at(-1), "");
        const numbers = cells.slice(0, -1).map(Number);
        assert.ok(sorted(numbers, way === "ascending" ? (a, b) => a < b : (a, b) => a > b), `${way}: ${numbers}`);
      }
    });
  },
  async "filters by method and by block"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "method");
      const names = await column(table, at);
      await page.fill("#method", names[0].toUpperCase());
      for (const name of await column(table, at)) {
        assert.ok(name.toLowerCase().includes(names[0].toLowerCase()), name);
      }
      assert.match(await page.locator("#status").textContent(), /shown/);
      await page.fill("#method", "no such method at all");
      assert.deepEqual(await column(table, at), []);
      await page.click("#filters button[type=reset]");
      await page.waitForFunction(() => document.getElementById("status").textContent === "all shown");
      assert.deepEqual(await column(table, at), names);
      const blocks = await page.locator("#block option").allTextContents();
      assert.ok(blocks.length > 1);
      await page.selectOption("#block", { index: blocks.length - 1 });
      const shown = await page.evaluate(() => [...document.querySelectorAll("section[data-block]")].filter((s) => !s.hidden).map((s) => s.dataset.block));
      assert.ok(shown.length > 0);
      assert.deepEqual([...new Set(shown)], [blocks.at(-1)]);
    });
  },
  async "filters keep the pairs that one of two is in"(url) {
    await open(url, {}, async (page) => {
      const rows = (what) => page.evaluate((k) => [...document.querySelectorAll("table")].flatMap((t) => {
        const at = [...t.tHead.rows[0].cells].flatMap((h, i) => (h.dataset.names === k ? [i] : []));
        if (at.length < 2) return [];
        return [...t.tBodies[0].rows].map((r) => ({ hidden: r.hidden, names: at.map((i) => r.cells[i].textContent) }));
      }), what);
      for (const [what, field] of [["method", "#method"], ["block", "#block"]]) {
        const pairs = await rows(what);
        if (pairs.length === 0) continue;
        const name = pairs[0].names[1];
        await (what === "method" ? page.fill(field, name) : page.selectOption(field, { label: name }));
        const fits = (n) => (what === "method" ? n.toLowerCase().includes(name.toLowerCase()) : n === name);
        for (const row of await rows(what)) assert.equal(row.hidden, !row.names.some(fits), row.names.join(" and "));
        await page.click("#filters button[type=reset]");
        await page.waitForFunction(() => document.getElementById("status").textContent === "all shown");
      }
    });
  },
  async "no two tables and no two buttons of tables are called alike"(url) {
    await open(url, {}, async (page) => {
      const labels = await page.locator(".box").evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
      assert.equal(new Set(labels).size, labels.length, labels.filter((l, at) => labels.indexOf(l) !== at).join("; "));
    });
  },
  async "a forced page stands out where the system sets the colours"(url) {
    await open(url, { forcedColors: "active" }, async (page) => {
      const banner = page.locator(".forced");
      if (await banner.count() === 0) return;
      const width = await banner.evaluate((e) => parseFloat(getComputedStyle(e).borderTopWidth));
      assert.ok(width >= 2, `${width}`);
    });
  },
  async "a button that copied says again what it does"(url) {
    await open(url, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      const button = page.locator(".tools button", { hasText: "Copy as CSV" }).first();
      await button.evaluate((b) => { b.click(); setTimeout(() => b.click(), 100); });
      await page.waitForFunction(() => [...document.querySelectorAll(".tools button")].some((b) => b.textContent === "Copied"));
      await page.waitForFunction(() => ![...document.querySelectorAll(".tools button")].some((b) => b.textContent === "Copied"));
      assert.equal(await button.textContent(), "Copy as CSV");
    });
  },
  async "every table is copied with headings of its own"(url) {
    await open(url, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      for (const button of await page.locator(".tools button", { hasText: "Copy as CSV" }).all()) {
        await page.evaluate(() => { document.getElementById("status").textContent = ""; });
        await button.click();
        await page.waitForFunction(() => document.getElementById("status").textContent === "Copied");
        const heads = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/)[0].split(",");
        assert.equal(new Set(heads).size, heads.length, heads.join());
      }
    });
  },
  async "copies what is shown as CSV, with formulas defused"(url) {
    await open(url, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      const { table, at } = await tableWith(page, "method");
      const names = await column(table, at);
      const button = page.locator(".box", { has: page.locator(`th[data-key="method"]`) }).first().locator("+ .tools button");
      await button.click();
      await page.waitForFunction(() => document.getElementById("status").textContent === "Copied");
      const text = await page.evaluate(() => navigator.clipboard.readText());
      const lines = text.trim().split(/\r?\n/);
      assert.equal(lines.length, names.length + 1);
      for (const line of lines) {
        for (const cell of line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
          const bare = cell.replace(/^"|"$/g, "");
          assert.ok(!/^[=+\-@\t]/.test(bare) || /^[+-]?[\d.]+$/.test(bare), `a spreadsheet would run ${cell}`);
        }
      }
      if (names.includes("=cmd()|A1")) assert.ok(text.includes("'=cmd()|A1"), text);
      const notice = await page.evaluate(() => document.body.dataset.notice);
      if (notice) assert.ok(lines.slice(1).every((l) => l.includes("FORCED")), text);
    });
    // without the clipboard a text to copy is shown
    await open(url, {}, async (page) => {
      await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no")); });
      await page.locator(".tools button", { hasText: "Copy as CSV" }).first().click();
      const area = page.locator("dialog textarea");
      assert.ok((await area.inputValue()).includes(","));
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("dialog"));
    });
  },
  async "figures can be saved as SVG and PNG"(url) {
    await open(url, { acceptDownloads: true }, async (page) => {
      for (const [label, start] of [["Save SVG", "<svg"], ["Save PNG", "\x89PNG"]]) {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.locator("figure button", { hasText: label }).first().click(),
        ]);
        assert.match(download.suggestedFilename(), label === "Save SVG" ? /\.svg$/ : /\.png$/);
        const bytes = readFileSync(await download.path());
        assert.ok(bytes.toString("latin1").startsWith(start), label);
        if (label === "Save SVG") assert.ok(bytes.includes("<title>"));
      }
    });
  },
  async "figures answer to the pointer and the keyboard"(url) {
    await open(url, {}, async (page) => {
      const marks = page.locator("figure").first().locator("svg g[tabindex]");
      assert.ok(await marks.count() > 1);
      await marks.first().hover();
      const tip = page.locator("#tip");
      assert.ok(await tip.isVisible());
      assert.equal(await tip.textContent(), await marks.first().getAttribute("aria-label"));
      await page.mouse.move(0, 0);
      assert.ok(!(await tip.isVisible()));
      await marks.first().focus();
      await page.keyboard.press("ArrowRight");
      const there = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      assert.equal(there, await marks.nth(1).getAttribute("aria-label"));
      await page.waitForFunction((t) => document.getElementById("tip").textContent === t, there);
      assert.equal(await page.locator("figure").first().locator('.drawing:visible svg g[tabindex="0"]').count(), 1);
    });
  },
  async "the keyboard reaches everything, and what has the focus is seen"(url) {
    await open(url, {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
      const seen = new Set();
      for (let i = 0; i < 60; i += 1) {
        await page.keyboard.press("Tab");
        seen.add(await page.evaluate(() => document.activeElement.tagName));
        const outline = await page.evaluate(() => {
          const e = document.activeElement;
          const s = getComputedStyle(e);
          return e === document.body || s.outlineStyle !== "none" || parseFloat(s.outlineWidth) > 0;
        });
        assert.ok(outline);
      }
      for (const tag of ["A", "INPUT", "SELECT", "BUTTON", "g"]) assert.ok(seen.has(tag), `${tag} of ${[...seen]}`);
    });
  },
  async "reads with scripts off"(url) {
    await open(url, { javaScriptEnabled: false }, async (page) => {
      for (const what of ["h1", "table >> nth=0", "figure svg >> nth=0", "main"]) assert.ok(await page.locator(what).isVisible(), what);
      assert.equal(await page.locator("button:visible").count(), 0);
      assert.ok(!(await page.locator("#filters").isVisible()) || (await page.locator("#filters").count()) === 0);
    });
  },
  async "sorts, filters, copies and saves by the keyboard alone"(url) {
    await open(url, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true }, async (page) => {
      /** Presses Tab until something with this selector has the focus. */
      const tabTo = async (what) => {
        for (let i = 0; i < 400; i += 1) {
          await page.keyboard.press("Tab");
          if (await page.evaluate((w) => document.activeElement.matches(w), what)) return;
        }
        assert.fail(`Tab does not reach ${what}`);
      };
      const { table, at } = await tableWith(page, "method");
      const names = await column(table, at);
      await tabTo("#method");
      await page.keyboard.type(names[0]);
      for (const name of await column(table, at)) assert.ok(name.toLowerCase().includes(names[0].toLowerCase()), name);
      await tabTo("#block");
      await page.keyboard.press("ArrowDown");
      assert.ok(await page.evaluate(() => document.getElementById("block").value) !== "");
      await tabTo("#filters button[type=reset]");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.getElementById("status").textContent === "all shown");
      assert.deepEqual(await column(table, at), names);
      await tabTo(".tools button[aria-label^='Save SVG']");
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      assert.match(download.suggestedFilename(), /\.svg$/);
      await tabTo('th[data-key="method"] button');
      await page.keyboard.press("Enter");
      assert.equal(await table.locator('th[data-key="method"]').getAttribute("aria-sort"), "ascending");
      await tabTo(".tools button[aria-label^='Copy as CSV']");
      await page.keyboard.press("Space");
      await page.waitForFunction(() => document.getElementById("status").textContent === "Copied");
      assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(","));
    });
  },
  async "fits any width from 360 pixels on, and hides nothing that can't be scrolled to"(url) {
    for (const javaScriptEnabled of [true, false]) {
      for (const width of [360, 768, 1280]) {
        await open(url, { viewport: { width, height: 740 }, javaScriptEnabled }, async (page) => {
          const found = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(found <= width, `${found} in ${width}`);
          // what stands beyond the edge is in a box that scrolls, by the keyboard as well
          const lost = await page.evaluate(() => [...document.querySelectorAll("main *, header *, footer *")].filter((e) => {
            const r = e.getBoundingClientRect();
            if (r.width <= 1 || r.right <= innerWidth + 1 || e.closest("svg svg")) return false;
            const box = e.closest(".box, .drawing, pre");
            return !box || getComputedStyle(box).overflowX !== "auto" || box.tabIndex !== 0;
          }).map((e) => e.outerHTML.slice(0, 120)));
          assert.deepEqual(lost.slice(0, 3), []);
        });
      }
    }
  },
  async "on a narrow screen, what scrolls has a shadow, and stacked rows can be sorted"(url) {
    for (const colorScheme of ["light", "dark"]) {
      await open(url, { viewport: { width: 360, height: 740 }, colorScheme }, async (page) => {
        const figure = page.locator(".drawing:visible").first();
        assert.ok(await figure.evaluate((e) => e.scrollWidth > e.clientWidth));
        await figure.scrollIntoViewIfNeeded();
        // as drawn: the right edge is shaded until the figure is scrolled to its end, then the left one is
        const edges = async () => {
          const png = (await figure.screenshot()).toString("base64");
          return page.context().newPage().then(async (blank) => {
            const found = await blank.evaluate(async (data) => {
              const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
              const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
              canvas.drawImage(image, 0, 0);
              const at = (x) => canvas.getImageData(x, 6, 1, 1).data[0];
              return [at(3), at(image.width / 2), at(image.width - 4)];
            }, png);
            await blank.close();
            return found;
          });
        };
        const start = await edges();
        assert.ok(Math.abs(start[0] - start[1]) < 6 && Math.abs(start[2] - start[1]) > 20, `${colorScheme}: ${start}`);
        await figure.evaluate((e) => { e.scrollLeft = e.scrollWidth; });
        const end = await edges();
        assert.ok(Math.abs(end[0] - end[1]) > 20 && Math.abs(end[2] - end[1]) < 6, `${colorScheme}: ${end}`);
        const table = page.locator("table:has(.prose + .prose)").first();
        if (await table.count() === 0) return;
        const at = await table.evaluate((t) => [...t.tHead.rows[0].cells].findIndex((h) => h.dataset.key === "code"));
        const button = table.locator("thead th").nth(at).locator("button");
        assert.ok(await button.isVisible());
        await button.click();
        await button.click();
        const codes = await column(table, at);
        assert.deepEqual(codes, [...codes].sort().reverse());
      });
    }
    await open(url, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator("table:has(.prose + .prose) thead:visible").count(), 0);
    });
  },
  async "follows the dark scheme"(url) {
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number));
    await open(url, { colorScheme: "light" }, async (page) => assert.ok((await ground(page)).every((c) => c > 200)));
    await open(url, { colorScheme: "dark" }, async (page) => {
      assert.ok((await ground(page)).every((c) => c < 60));
    });
    for (const colorScheme of ["light", "dark"]) {
      await open(url, { colorScheme, acceptDownloads: true }, async (page) => {
        const fits = colorScheme === "light" ? (c) => c > 200 : (c) => c < 60;
        for (const figure of await page.locator("figure").all()) {
          const shown = figure.locator(".drawing:visible");
          assert.equal(await shown.count(), 1);
          // the paper that the figure itself is drawn on
          const paper = await shown.locator("svg rect").first().evaluate((e) => getComputedStyle(e).fill.match(/\d+/g).map(Number));
          assert.ok(paper.every(fits), `${colorScheme}: ${paper}`);
        }
        const marks = page.locator("figure .drawing:visible svg g[tabindex]");
        await marks.first().focus();
        assert.equal(await page.locator("#tip").textContent(), await marks.first().getAttribute("aria-label"));
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.locator("figure button", { hasText: "Save SVG" }).first().click(),
        ]);
        const paper = /<rect[^>]* fill="#(..)/.exec(readFileSync(await download.path(), "utf8"))[1];
        assert.ok(fits(parseInt(paper, 16)), `${colorScheme}: saved on ${paper}`);
      });
    }
  },
  async "prints without the tools, whole, and with the notice"(url) {
    await open(url, { colorScheme: "dark" }, async (page) => {
      const controls = await page.locator("button, input, select, nav, #filters, .skip, #tip").count();
      assert.ok(controls > 0);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      assert.equal(await page.locator("button:not(thead button):visible, input:visible, select:visible, nav:visible, .skip:visible, #tip:visible").count(), 0);
      // a heading's button is its text alone, so that each page of a long table has it
      assert.deepEqual(await page.locator("thead button").evaluateAll((all) => [...new Set(all.map((b) => getComputedStyle(b).display))]), ["contents"]);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
      for (const figure of await page.locator("figure").all()) {
        assert.equal(await figure.locator(".drawing:visible").count(), 1);
        const paper = await figure.locator(".drawing:visible svg rect").first().evaluate((e) => getComputedStyle(e).fill);
        assert.equal(paper, "rgb(255, 255, 255)");
      }
      if (await page.evaluate(() => "notice" in document.body.dataset)) assert.ok(await page.locator(".forced").isVisible());
      const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
      // the width of A4 inside its margins: nothing stands beyond it, not even in a box
      await page.setViewportSize({ width: 688, height: 900 });
      // what keeps together leaves room at the ends of pages, but there are no empty ones
      const high = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(pages >= 1 && pages <= Math.ceil(high / 1000) + 2, `${pages} pages of ${high} px`);
      const beyond = await page.evaluate(() => [...document.querySelectorAll("body *")]
        .filter((e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.right > innerWidth + 1; }).map((e) => e.outerHTML.slice(0, 120)));
      assert.deepEqual(beyond.slice(0, 3), []);
      // a figure fits a page of A4, so that no page break cuts it
      const tall = await page.locator(".drawing:visible svg").evaluateAll((all) => all.map((s) => s.getBoundingClientRect().height));
      assert.ok(tall.every((h) => h < 980), `${tall}`);
    });
  },
  async "a figure keeps its texts in its frame in any font"(url) {
    await open(url, {}, async (page) => {
      for (const font of ["monospace", "DejaVu Sans", "serif"]) {
        const { wide, out } = await page.evaluate((family) => {
          for (const svg of document.querySelectorAll("svg")) svg.style.fontFamily = family;
          const texts = [...document.querySelectorAll(".drawing svg text")].filter((t) => t.getBoundingClientRect().width > 0);
          const said = texts.filter((t) => t.hasAttribute("textLength"));
          const beyond = (t) => {
            const [frame, box] = [t.ownerSVGElement, t].map((e) => e.getBoundingClientRect());
            return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
          };
          return {
            wide: said.filter((t) => Math.abs(t.getComputedTextLength() - t.getAttribute("textLength")) > 1).map((t) => t.outerHTML),
            out: texts.filter(beyond).map((t) => t.outerHTML),
          };
        }, font);
        assert.deepEqual([font, wide.slice(0, 3), out.slice(0, 3)], [font, [], []]);
      }
    });
  },
  async "a forced report says so first"(url) {
    await open(url, {}, async (page) => {
      const notice = await page.evaluate(() => document.body.dataset.notice);
      const banner = page.locator(".forced");
      assert.equal(await banner.count(), notice ? 1 : 0);
      if (!notice) return;
      assert.match(notice, /^FORCED/);
      assert.equal(await banner.textContent(), notice);
      assert.ok((await banner.boundingBox()).y < (await page.locator("h1").boundingBox()).y);
      assert.match(await page.title(), /^FORCED/);
    });
  },
  async "axe finds nothing"(url) {
    const narrow = { viewport: { width: 360, height: 740 } };
    for (const options of [{}, { colorScheme: "dark" }, narrow, { ...narrow, colorScheme: "dark" }]) {
      await open(url, options, async (page) => {
        // the page lets no script in: axe comes through the debugger, not through an element
        await page.evaluate(readFileSync(axe, "utf8"));
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const said = found.violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
        assert.deepEqual(said, []);
      });
    }
  },
};

/** What holds for a report and for an index. */
const shared = ["opens without a complaint and without the network", "is one small file", "names of inputs do nothing",
  "ids are unique", "fits any width from 360 pixels on, and hides nothing that can't be scrolled to",
  "prints without the tools, whole, and with the notice", "a forced report says so first", "axe finds nothing"];

/** The index that `report -o DIR/` writes. */
const reportsTests = {
  async "its links lead to reports, and all reports are listed"(url, file) {
    let links = [];
    await open(url, {}, async (page) => {
      links = await page.locator("tbody a").evaluateAll((all) => all.map((a) => [a.href, a.textContent]));
    });
    assert.ok(links.length > 1);
    const pages = readdirSync(dirname(file)).filter((n) => n.endsWith(".html") && n !== "index.html").sort();
    assert.deepEqual(links.map(([href]) => basename(fileURLToPath(href))).sort(), pages);
    for (const [href, text] of links) {
      await open(href, {}, async (page) => {
        // a title that several reports have is followed by the file's name
        const title = await page.locator("h1").textContent();
        const named = `${title} (${basename(fileURLToPath(href), ".html")})`;
        assert.ok([title, named].includes(text), `${text} leads to ${title}`);
      });
    }
    assert.equal(new Set(links.map(([, text]) => text)).size, links.length, "two links have one text");
    // a click goes there; the page that is left asks for nothing else
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(url);
      await page.locator("tbody a").first().click();
      await page.waitForURL(links[0][0]);
    } finally {
      await context.close();
    }
  },
  async "an input without a report is listed with the reason and no link"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "why");
      const reasons = await column(table, at);
      assert.ok(reasons.length > 0 && reasons.every((r) => r.includes("error")), `${reasons}`);
      assert.equal(await table.locator("a").count(), 0);
      assert.match(await page.locator("header").textContent(), /No report could be made of/);
    });
  },
};

/** What holds for both indexes. */
const anyIndex = {
  ...Object.fromEntries(shared.map((name) => [name, tests[name]])),
  async "sorts by a number, both ways and back"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "methods");
      const before = await column(table, at);
      const button = table.locator("thead th").nth(at).locator("button");
      await button.click();
      const up = (await column(table, at)).map(Number);
      assert.ok(sorted(up, (a, b) => a < b), `${up}`);
      await button.click();
      assert.deepEqual((await column(table, at)).map(Number), [...up].reverse());
      await button.click();
      assert.deepEqual(await column(table, at), before);
    });
  },
  async "follows the dark scheme"(url) {
    for (const [colorScheme, fits] of [["light", (c) => c > 200], ["dark", (c) => c < 60]]) {
      await open(url, { colorScheme }, async (page) => {
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number));
        assert.ok(ground.every(fits), `${colorScheme}: ${ground}`);
      });
    }
  },
  async "reads with scripts off"(url) {
    await open(url, { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator("table").first().isVisible());
      assert.equal(await page.locator("button:visible").count(), 0);
    });
  },
};

/** The index that `chart -o DIR/` writes. */
const figuresTests = {
  ...anyIndex,
  async "its links lead to figures, and all figures are listed"(url, file) {
    let links = [];
    await open(url, {}, async (page) => {
      links = await page.locator("tbody a").evaluateAll((all) => all.map((a) => a.href));
    });
    assert.ok(links.length > 1);
    const figures = readdirSync(dirname(file)).filter((n) => !n.startsWith("index.")).sort();
    assert.deepEqual(links.map((href) => basename(fileURLToPath(href))).sort(), figures);
    for (const href of links) {
      await open(href, {}, async (page) => assert.equal(await page.evaluate(() => document.documentElement.tagName), "svg"));
    }
  },
  async "what is not drawn is listed with the reason and no link"(url) {
    await open(url, {}, async (page) => {
      const { table, at } = await tableWith(page, "why");
      const reasons = await column(table, at);
      assert.ok(reasons.length > 0 && reasons.every((r) => r.includes("every block")), `${reasons}`);
      assert.equal(await table.locator("a").count(), 0);
      assert.match(await page.locator("header").textContent(), /could not be drawn/);
    });
  },
};

let failed = 0;
for (const report of reports) {
  const file = resolve(report);
  const index = existsSync(resolve(dirname(file), "index.csv")) ? figuresTests : { ...anyIndex, ...reportsTests };
  const asked = basename(file) === "index.html" ? index : tests;
  for (const [name, test] of Object.entries(asked)) {
    try {
      await test(pathToFileURL(file).href, file);
    } catch (error) {
      failed += 1;
      console.error(`FAILED ${report}: ${name}\n  ${error.message.split("\n").join("\n  ")}`);
    }
  }
  console.log(`${report}: ${Object.keys(asked).length} tests`);
}
await browser.close();
if (failed > 0) {
  console.error(`${failed} failed`);
  process.exit(1);
}
