import fc from "fast-check";
import { JSDOM } from "jsdom";
import { beforeEach, expect, it } from "vitest";
import * as pageCache from "~/page-cache/page-cache.server";
import { forgetPages } from "~/page-cache/page-cache.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { named } from "../../analytics/received-event";
import { listenForEvents } from "../../analytics/received-events";
import { type RunningHost, runHost } from "../../host/running-host";
import { signedQuery } from "../../visitor/requests";
import { renderApp } from "../site";

beforeEach(forgetPages);

/** A way in, and the browser that takes it: it was never here before, or has only chosen a language. */
interface Visit {
  prefix: string;
  page: string;
  isUntidy: boolean;
  query: string;
  reads: "en-US" | "de-US" | "ar-US";
  hasChosen: "de" | undefined;
  hasCookies: boolean;
  hasScripts: boolean;
  isLight: boolean;
}

const anyVisit: fc.Arbitrary<Visit> = fc.record({
  prefix: fc.constantFrom("", "/en", "/de", "/DE", "/in", "/zh-hans"),
  page: fc.constantFrom("/", "/home", "/pricing", "/payment", "/payment/year", "/pricing/checkout/year", "/account"),
  isUntidy: fc.boolean(),
  query: fc.constantFrom(
    "",
    "utm_source=mail&cjevent=click",
    "token=zzz",
    "sid=999999",
    signedQuery(),
    signedQuery({ sid: "999999" }),
    "country=CA",
  ),
  reads: fc.constantFrom("en-US", "de-US", "ar-US"),
  hasChosen: fc.constantFrom(undefined, "de"),
  hasCookies: fc.boolean(),
  hasScripts: fc.boolean(),
  isLight: fc.boolean(),
});

const addressOf = ({ prefix, page, isUntidy, query }: Visit): string =>
  `${prefix}${page}${isUntidy ? "//" : ""}`.replace(/^\/+/, "/") + (query === "" ? "" : `?${query}`);

/** Asks as a browser does: follows redirects, keeps cookies or refuses them, and tells of its view by scripts or by the picture. */
class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly host: RunningHost,
    private readonly visit: Visit,
  ) {
    if (visit.hasChosen && visit.hasCookies) this.cookies.set("LANGUAGE", visit.hasChosen);
  }

  async open(address: string): Promise<void> {
    const answer = await this.ask(address);
    const target = answer.headers.get("location");
    const html = await answer.text();
    if (target !== null) return this.open(target);
    const [picture] = new JSDOM(html).window.document.querySelectorAll("noscript image");
    if (this.visit.hasScripts && html.includes("<script")) await this.tell(address, viewIn(answer));
    else if (picture !== undefined) await this.ask(picture.getAttribute("href") ?? "");
  }

  /** As analytics/page-views.tsx does in a document that nobody has stored anything for. */
  private async tell(address: string, document: string): Promise<void> {
    const kept = this.cookies.get("userId");
    const known = kept === undefined ? { document } : { front_id: kept };
    const [path = ""] = address.split("?");
    const views = [{ id: document, at: Date.now(), address: path }];
    const body = JSON.stringify({ ...known, sent_at: Date.now(), views });
    const answer = await this.ask("/events", { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  }

  private async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { reads, isLight } = this.visit;
    const headers = new Headers({ "accept-language": reads, origin: this.host.origin });
    if (isLight) headers.set("save-data", "on");
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(this.host.origin + address, { ...init, headers, redirect: "manual" });
    if (this.visit.hasCookies) for (const cookie of answer.headers.getSetCookie()) this.keep(cookie);
    return answer;
  }

  private keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
    if (/; Max-Age=0(;|$)/.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const viewIn = ({ headers }: Response): string =>
  /view;desc="(.+?)"/.exec(headers.get("server-timing") ?? "")?.[1] ?? "";

it("whichever way somebody comes in, by whatever browser, it is one visit of one id", async () => {
  const host = await runHost({ render: renderApp });
  host.site.pageCache = pageCache;
  const told = listenForEvents();
  await fc.assert(
    fc.asyncProperty(anyVisit, async (visit) => {
      await forgetSendings();
      await new Browser(host, visit).open(addressOf(visit));
      const events = await told();
      const countOf = (name: string) => named(name, events).length;
      const isOfPlans = visit.page !== "/account";
      const counts = [countOf("page_show"), countOf("plan_view"), countOf("plan_select"), countOf("error_show")];
      expect(counts).toEqual([1, Number(isOfPlans), Number(visit.page.endsWith("/year")), 0]);
      const ids = new Set(events.map(({ event }) => event.front_id));
      const [id, ...others] = [...ids].filter((one) => one !== "");
      expect(others).toEqual([]);
      expect(frontId.safeParse(id).success).toBe(isOfPlans || visit.hasCookies || visit.hasScripts || visit.isLight);
    }),
    { numRuns: 100 },
  );
});
