import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { asSvelte, elementsIn, type MarkupNode, markupOf } from "../../tools/bench/peers/markup";

const BODY =
  '<main class="page"><label for="email">E-mail</label><input id="email" name="email" required=""/>' +
  '<p>Costs {little} &amp; <bdi>$4.99</bdi></p><svg viewBox="0 0 24 24"><path d="M0 0"></path></svg></main>';
const page = `<!DOCTYPE html><html lang="en"><head><style>p{color:red}</style></head><body>${BODY}<script>run()</script></body></html>`;

/** As the page that is written for Next makes its elements. */
const elementOf = (node: MarkupNode, key: number): ReactNode =>
  typeof node === "string" ? node : createElement(node[0], { ...node[1], key }, ...node[2].map(elementOf));

describe("the markup of a page, for other frameworks", () => {
  it("is the same page when React renders its elements", () => {
    expect(renderToStaticMarkup(createElement("body", null, markupOf(page).tree.map(elementOf)))).toBe(
      `<body>${BODY}</body>`,
    );
  });

  it("has the page's styles and language, and none of its scripts", () => {
    const { lang, style, html } = markupOf(page);
    expect({ lang, style }).toEqual({ lang: "en", style: "p{color:red}" });
    expect(html).not.toContain("script");
  });

  it("has nothing in it that is code to Svelte", () => {
    const text = asSvelte(markupOf(page).html);
    expect(text).not.toMatch(/[{}]/);
    expect(markupOf(text).html).toBe(markupOf(page).html);
  });

  it("is as long as its elements are many, whatever scripts a framework adds", () => {
    expect(elementsIn(page)).toBe(7);
    expect(elementsIn(page.replace("<script>", "<script>1</script><script>"))).toBe(7);
  });
});
