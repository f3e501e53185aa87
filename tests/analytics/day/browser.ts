import { frontIdCookie, frontIdOf, recordDocument } from "~/analytics/record-event.server";
import { env } from "~/env.server";
import { action, loader } from "~/routes/events";
import { arrive } from "~/visitor/arrival/arrival.server";
import { consentOf } from "~/visitor/visitor.server";
import type { Chance } from "./chance";

export interface BrowserKind {
  /** How its page views are told: by scripts, by the picture of pages with scripts, or by the server for the light version. */
  mode: "scripts" | "picture" | "light";
  address: string;
  hasPrivacySignal: boolean;
  keepsCookies: boolean;
  /** By the browser's clock it is so many milliseconds later. */
  clockError: number;
}

/** A document that a browser got. */
interface Opened {
  request: Request;
  /** The document's id. */
  id: string;
  /** The id for analytics by which the answer left the browser known; empty where it has none. */
  frontId: string;
}

/** A browser with cookies and a local storage, which asks the site as real ones do. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Local storage's `userId`. */
  stored: string | undefined;

  constructor(
    readonly kind: BrowserKind,
    private readonly chance: Chance,
  ) {}

  request(path: string, init: RequestInit = {}, id = this.chance.uuid()): Request {
    const headers = new Headers({ "x-request-id": id, "x-visitor-ip": this.kind.address });
    if (this.kind.hasPrivacySignal) headers.set("sec-gpc", "1");
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    return new Request(env().publicOrigin + path, { ...init, headers });
  }

  /** Opens a document: the cookie rules of the site's root loader, and what it records of any document. */
  async open(path: string): Promise<Opened> {
    const id = this.chance.uuid();
    const request = this.request(path, {}, id);
    const { headers, redirectTo } = await arrive(request);
    if (redirectTo !== undefined) throw new Error(`${path} leads to ${redirectTo}`);
    const { mayTrack } = await consentOf(request);
    const given = mayTrack ? frontIdCookie(this.cookies.get("userId"), frontIdOf(request)) : undefined;
    if (given !== undefined) headers.append("Set-Cookie", given);
    recordDocument(request, 200, false);
    const frontId = given === undefined ? (this.cookies.get("userId") ?? "") : contentOf(given);
    this.keep(headers);
    return { request, id, frontId };
  }

  /** Scripts: the storage is the truth, the cookie its copy. @returns the id that its batches have */
  runScripts(): string {
    this.stored ??= this.cookies.get("userId") ?? this.chance.uuid();
    return this.stored;
  }

  /** Sends page views as the script does; times are so many milliseconds ago. */
  async tell(views: readonly { id: string; address: string; ago: number }[]): Promise<void> {
    const now = Date.now() + this.kind.clockError;
    const told = views.map(({ id, address, ago }) => ({ id, address, at: now - ago }));
    const body = JSON.stringify({ front_id: this.runScripts(), sent_at: now, views: told });
    const request = this.request("/events", { method: "POST", body });
    const answer = await action({ request, params: {}, context: {} });
    if (answer.status !== 204) throw new Error(`views were answered with ${answer.status}`);
    await consentOf(request);
    this.keep(answer.headers);
  }

  /** Loads the picture of a page whose scripts do not run: a request with an id of its own, and without cookies nobody's. */
  async loadPicture({ frontId }: Opened, address: string): Promise<Pick<Opened, "id" | "frontId">> {
    const id = this.chance.uuid();
    const request = this.request(`/events?${new URLSearchParams({ page: address })}`, {}, id);
    const answer = await loader({ request, params: {}, context: {} });
    if (answer.status !== 200) throw new Error(`the picture was answered with ${answer.status}`);
    await consentOf(request);
    return { id, frontId: this.kind.keepsCookies ? frontId : "" };
  }

  private keep(headers: Headers): void {
    if (!this.kind.keepsCookies) return;
    for (const cookie of headers.getSetCookie()) {
      const name = cookie.slice(0, cookie.indexOf("="));
      if (cookie.includes("Max-Age=0;")) this.cookies.delete(name);
      else this.cookies.set(name, contentOf(cookie));
    }
  }
}

const contentOf = (cookie: string): string => cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";"));
