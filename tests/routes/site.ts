import { randomUUID } from "node:crypto";
import { type BoundFunctions, type queries, within } from "@testing-library/dom";
import { JSDOM } from "jsdom";
import { env } from "~/env.server";
import type { PageRenderer } from "../../host/site";
import { routeHandlers } from "../../host/start/route-handlers";

async function loadSite() {
  return routeHandlers(await import("virtual:remix/server-build"), "production");
}
const site = loadSite();

/** One for all pages: to make a window takes as long as to render one of them. */
const { window } = new JSDOM("", { url: env().publicOrigin });

const BLOCKS =
  /^(?:address|article|aside|body|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const NEVER_SHOWN = /^(?:head|link|meta|script|style|template|title)$/;

function styleWith(display: string): CSSStyleDeclaration {
  const { style } = window.document.createElement("p");
  style.display = display;
  return style;
}
const STYLES = { none: styleWith("none"), block: styleWith("block"), inline: styleWith("inline") };

/**
 * Testing Library asks how each element looks. The pages' own styles do not count here, and to go through a browser's own for every
 * element takes jsdom longer than the rest of a query: this is what they say.
 */
window.getComputedStyle = (element) => {
  if (element.hasAttribute("hidden") || NEVER_SHOWN.test(element.localName)) return STYLES.none;
  return BLOCKS.test(element.localName) ? STYLES.block : STYLES.inline;
};

/** A document that belongs to the window, which Testing Library asks how its elements look. */
function parse(html: string): Document {
  const document = new window.DOMParser().parseFromString(html, "text/html");
  return Object.defineProperty(document, "defaultView", { value: window });
}

/** The app, for a host of a test to stand in front of. */
export const renderApp: PageRenderer = async (request) => (await site)(request);

type Extra = Record<string, string>;

/** What the host says of a request: its id, and who sent it. */
const facts = (): Extra => ({ "x-request-id": randomUUID(), "x-visitor-ip": "192.0.2.1" });

/** A GET as the host hands it on. */
export async function get(path: string, headers: Extra = {}): Promise<Response> {
  const render = await site;
  return render(new Request(env().publicOrigin + path, { headers: { ...facts(), ...headers } }));
}

/** A form sent by a browser. */
export async function post(path: string, fields: Extra | URLSearchParams, headers: Extra = {}): Promise<Response> {
  const render = await site;
  const init = { method: "POST", body: new URLSearchParams(fields), headers: { ...facts(), ...headers } };
  return render(new Request(env().publicOrigin + path, init));
}

export interface Shown {
  answer: Response;
  document: Document;
  /** Queries by what a person sees. */
  see: BoundFunctions<typeof queries>;
  html: string;
}

/**
 * The page in an answer. Its scripts do not run: this is what a visitor without JavaScript sees. It is parsed for whoever looks
 * into it, because that takes as long as to render it.
 */
export async function shown(answering: Response | Promise<Response>): Promise<Shown> {
  const answer = await answering;
  const html = await answer.text();
  let parsed: Document | undefined;
  const documentOf = () => {
    parsed ??= parse(html);
    return parsed;
  };
  return {
    answer,
    html,
    get document() {
      return documentOf();
    },
    get see() {
      return within(documentOf().body);
    },
  };
}

export const page = (path: string, headers: Extra = {}): Promise<Shown> => shown(get(path, headers));

/** The fields of a form of the page as a browser would send them on Enter, or on a press of one of its buttons, with what the visitor enters. */
export function fieldsOf(
  { document }: Shown,
  entered: Extra = {},
  form = "form.pay",
  button = "button",
): URLSearchParams {
  const fields = new URLSearchParams();
  const pressed = document.querySelector<HTMLButtonElement>(`${form} ${button}`);
  for (const [name, value] of new URLSearchParams(pressed?.name)) fields.set(name, value);
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`${form} :is(input, select)`)) {
    const isLeftOut = "checked" in field && field.type === "radio" && !field.checked;
    if (!isLeftOut) fields.set(field.name, field.value);
  }
  for (const [name, value] of Object.entries(entered)) fields.set(name, value);
  return fields;
}

/** Where an answer leads, without what its order token says. */
export const leadsTo = (answer: Response): string =>
  new URL(answer.headers.get("location") ?? "", env().publicOrigin).pathname;

export const tokenIn = (answer: Response): string | null =>
  new URL(answer.headers.get("location") ?? "", env().publicOrigin).searchParams.get("o");
