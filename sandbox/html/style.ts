import { createHash } from "node:crypto";

/** No quotes, angle brackets or ampersands: React escapes the text, and the policy has its hash. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #f3f4f6; --line: #c9ced6; --accent: #1f5fd0;
  --second: #9a5b00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --paper: #15181c; --soft: #20252b; --line: #454c55; --accent: #8ab4ff;
    --second: #f0b35a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
main.wide { max-width: 72rem; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.15rem; margin-block: 1.5rem .5rem; }
.note { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.outcome { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .75rem 0; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { padding: .5rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: .75rem 1rem;
  align-items: end; margin: .75rem 0; }
.fields label { flex-direction: column; align-items: stretch; gap: .25rem; }
label { display: inline-flex; gap: .5rem; align-items: center; }
button, select, input { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line);
  border-radius: 8px; padding: .5rem .75rem; min-height: 44px; max-width: 100%; }
button { cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th, td.whole { overflow-wrap: normal; }
@media (max-width: 45rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td { display: grid; grid-template-columns: 5.5rem 1fr; gap: .5rem; border: 0; padding: .15rem 0; }
  td::before { content: attr(data-column); font-weight: 600; }
}
a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1.5rem 2rem; }
.chart { display: block; font-size: .875rem; fill: var(--ink); }
.chart .strong { font-weight: 600; }
.chart .track { fill: var(--soft); }
.chart .bar { fill: var(--accent); }
.chart .bar2 { fill: var(--second); }
h1, li, code { overflow-wrap: anywhere; }
pre { font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;
