import { JSDOM } from "jsdom";

interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** What a person reads. */
  text: string;
  document: Document;
}

type Fields = Readonly<Record<string, string>>;

/** A browser without scripts at the operator's page: it has cookies, and sends what a browser sends with a form. */
export class OperatorsBrowser {
  readonly cookies = new Map<string, string>();
  /** What a proxy adds to each call. */
  headers: Fields = {};
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(path: string): Promise<Page> {
    return this.#call(path, {});
  }

  /** Goes to where redirects lead, other servers included. */
  async follow(path: string): Promise<Page> {
    let page = await this.get(path);
    for (let to = page.headers.get("Location"); to !== null; to = page.headers.get("Location"))
      page = await this.get(to);
    return page;
  }

  /** Fills in and sends the form of a page that goes to an address with this end. */
  submit(page: Page, end: string, filled: Fields = {}, headers: Fields = {}): Promise<Page> {
    const form = [...page.document.querySelectorAll("form")].find((one) => one.action.endsWith(end));
    if (!form) throw new Error(`no form to …${end}: ${page.text}`);
    const inputs = [...form.querySelectorAll("input"), ...form.querySelectorAll("select")];
    const written = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
    const fields = new URLSearchParams({ ...written, ...filled });
    const path = new URL(form.action, this.#origin).pathname;
    return form.method === "get" ? this.get(`${path}?${fields}`) : this.post(path, fields, headers);
  }

  post(path: string, body: URLSearchParams, headers: Fields = {}): Promise<Page> {
    const sent = { Origin: "null", "Sec-Fetch-Site": "same-origin", ...headers };
    return this.#call(path, { method: "POST", body, headers: sent });
  }

  async #call(path: string, init: { method?: string; body?: URLSearchParams; headers?: Fields }): Promise<Page> {
    const url = new URL(path, this.#origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = url.origin === this.#origin ? { Cookie: cookie, ...this.headers } : {};
    const response = await fetch(url, { ...init, headers: { ...own, ...init.headers }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const html = await response.text();
    const { document } = new JSDOM(html, { url: url.href }).window;
    return {
      status: response.status,
      headers: response.headers,
      html,
      text: document.body.textContent ?? "",
      document,
    };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
