import { JSDOM } from "jsdom";

/** An element by its tag, its properties as React names them, and what is in it; or a text. */
export type MarkupNode =
  | string
  | readonly [tag: string, props: Readonly<Record<string, string | true>>, inside: MarkupNode[]];

/** A page as anybody could have written it: without the scripts, which each framework adds its own of. */
export interface Markup {
  lang: string;
  style: string;
  /** What is in the body, as HTML. */
  html: string;
  /** The same as elements. */
  tree: MarkupNode[];
}

export function markupOf(page: string): Markup {
  const { document } = new JSDOM(page).window;
  for (const script of document.querySelectorAll("script")) script.remove();
  const style = [...document.querySelectorAll("style")].map(({ textContent }) => textContent).join("");
  const tree = nodesIn(document.body);
  return { lang: document.documentElement.lang, style, html: document.body.innerHTML.trim(), tree };
}

/** How many elements a page's body has, scripts and templates aside. */
export function elementsIn(page: string): number {
  const { document } = new JSDOM(page).window;
  return document.body.querySelectorAll(":not(script, template)").length;
}

const nodesIn = (parent: Element): MarkupNode[] =>
  [...parent.childNodes].map(nodeFrom).filter((node) => node !== undefined);

function nodeFrom(node: Node): MarkupNode | undefined {
  if (isElement(node)) return [node.localName, propsOf(node), nodesIn(node)];
  return node.nodeType === node.TEXT_NODE ? (node.textContent ?? "") : undefined;
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

/** React leaves all other names as HTML has them. */
const REACT_NAMES: Readonly<Record<string, string>> = { class: "className", for: "htmlFor" };
/** React writes them where they are true: an empty text would count as false. */
const SWITCHES = new Set(["checked", "disabled", "hidden", "multiple", "open", "required", "selected"]);

const propsOf = ({ attributes }: Element): Record<string, string | true> =>
  Object.fromEntries(
    [...attributes].map(({ name, value }) => [REACT_NAMES[name] ?? name, SWITCHES.has(name) ? true : value]),
  );

/** HTML as the text of a Svelte component, to which braces are code. */
export const asSvelte = (html: string): string => html.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
