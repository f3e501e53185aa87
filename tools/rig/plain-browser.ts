import { JSDOM } from "jsdom";

/** One request that a browser is about to make; what a redirect names is a request of its own. */
export interface Request {
  address: URL;
  /** Missing: a GET. */
  form?: URLSearchParams;
  /** The page it is made from. */
  from?: URL;
}

export interface Page {
  address: URL;
  status: number;
  headers: Headers;
  content: Document;
}

/** Goes on by itself, or shows a page. */
export type Answer = { kind: "redirect"; to: Request } | { kind: "page"; page: Page };

const parser = new new JSDOM().window.DOMParser();

/** As a browser without scripts has it: `noscript` counts. Styles only cost time here. */
const parsed = (html: string): Document =>
  parser.parseFromString(html.replace(/<style[\s\S]*?<\/style>/g, ""), "text/html");

const MOST_REDIRECTS = 8;

/** Nobody answered, or not to the end. */
export class NoAnswer extends Error {}

/** `fetch` only says that it failed, and why in what caused it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}

let browsers = 0;

/** Each browser is a network of its own: what is counted by network is counted for each by itself. */
function newAddress(): string {
  browsers += 1;
  return `10.${100 + ((browsers >> 16) & 63)}.${(browsers >> 8) & 255}.${browsers & 255}`;
}

/** A browser without scripts that keeps cookies and makes one request at a time. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();

  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = { "x-forwarded-for": newAddress(), ...headers };
  }

  /** What it sends back, by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** @throws NoAnswer */
  async send(request: Request): Promise<Answer> {
    const { address } = request;
    const { status, headers, text } = await this.#exchange(request).catch((cause: unknown) => {
      throw new NoAnswer(`no answer from ${address}: ${reasonOf(cause)}`, { cause });
    });
    for (const cookie of headers.getSetCookie()) this.#keep(cookie);
    const location = headers.get("location");
    if (location !== null) return { kind: "redirect", to: { address: new URL(location, address) } };
    return { kind: "page", page: { address, status, headers, content: parsed(text) } };
  }

  /** Follows redirects until there is a page. @throws NoAnswer, and where there is no end to them */
  async open(request: Request): Promise<Page> {
    let next = request;
    for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
      const answer = await this.send(next);
      if (answer.kind === "page") return answer.page;
      next = answer.to;
    }
    throw new Error(`there is no end to the redirects at ${next.address}`);
  }

  async #exchange({ address, form, from }: Request) {
    const body = form === undefined ? {} : { method: "POST", body: form };
    const response = await fetch(address, { ...body, headers: this.#headers(from), redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  #headers(from: URL | undefined): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      accept: "text/html",
      // A busy machine lets a connection go stale between two requests: a real browser would send again, `fetch` fails.
      connection: "close",
      "accept-language": "en",
      ...this.headers,
      ...(cookie === "" ? {} : { cookie }),
      ...(from === undefined ? {} : { origin: from.origin, referer: from.href }),
    };
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const isOver = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
    if (isOver) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** What pressing a button of a form sends: its fields as they stand, some of them filled in, and the button. */
export function submission(
  { address }: Page,
  form: HTMLFormElement,
  entries: Readonly<Record<string, string>>,
): Request {
  const fields = new URLSearchParams();
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
    const isChosen = !("checked" in field) || !["radio", "checkbox"].includes(field.type) || field.checked;
    if (field.name !== "" && isChosen) fields.append(field.name, field.value);
  }
  for (const [name, value] of Object.entries(entries)) fields.set(name, value);
  const action = form.getAttribute("action") ?? "";
  return { address: new URL(action, address), form: fields, from: address };
}

/** Where a page goes by itself, and after how many seconds. */
export function refreshOf({ address, content }: Page): { seconds: number; to: Request } | undefined {
  const tag = content.querySelector("meta[http-equiv=refresh i]");
  const [, seconds, to] = /^(\d+);\s*url=(.+)$/i.exec(tag?.getAttribute("content") ?? "") ?? [];
  if (seconds === undefined || to === undefined) return undefined;
  return { seconds: Number(seconds), to: { address: new URL(to, address) } };
}
