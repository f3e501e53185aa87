import { z } from "zod";
import { SAMPLE_USER } from "../../../payments/links/app-link";
import { PlainBrowser } from "../../rig/plain-browser";
import type { Asked } from "../processes/comparison";
import type { BenchSite } from "../processes/site";
import { buy } from "./purchase";

/** How somebody comes to the site. */
export interface Arrival extends Asked {
  who: string;
}

/** Of the sandbox's coupons: it fits the yearly plan. */
const COUPON = "WELCOME20";
const PAGE = "/payment/yearly";

/** Everybody who comes, each with what their browser sends by then. @throws where one of them gets no page */
export async function arrivalsAt(site: BenchSite): Promise<Arrival[]> {
  const [member, buyer] = [await memberOf(site), await buyerAt(site)];
  const all = [
    { who: "a stranger", path: PAGE },
    { who: "a stranger", path: "/" },
    { who: "from an advertisement", path: `${PAGE}?utm_source=bench` },
    { who: "by a campaign's link with a coupon", path: `${PAGE}?coupon=${COUPON}` },
    { who: "a member, from the app", path: PAGE, browser: member },
    { who: "a buyer", path: "/receipts", browser: buyer },
  ];
  return all.map(({ who, path, browser }) => ({ who, path, headers: browser === undefined ? {} : headersOf(browser) }));
}

/** What the browser says with each request. */
function headersOf({ cookies, headers }: PlainBrowser): Record<string, string> {
  const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { ...headers, ...(sent === "" ? {} : { cookie: sent }) };
}

const signed = z.object({ address: z.url() });

/** A browser in which the app's signed link was opened. */
async function memberOf({ sandbox, origin }: BenchSite): Promise<PlainBrowser> {
  const answer = await fetch(`${sandbox}/control/app-links`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ to: PAGE, user_id: SAMPLE_USER }),
  });
  const { address } = signed.parse(await answer.json());
  const browser = new PlainBrowser();
  await browser.open({ address: new URL(address.replace(new URL(address).origin, origin)) });
  if (!browser.cookies.has("session")) throw new Error("the app's link has not signed in its user");
  return browser;
}

/** A browser in which the yearly plan was bought. */
async function buyerAt({ origin }: BenchSite): Promise<PlainBrowser> {
  const browsers: PlainBrowser[] = [];
  await buy({ site: origin, onPage: async (_page, _step, browser) => void browsers.push(browser) });
  const browser = browsers.at(-1);
  if (!browser?.cookies.has("receipts")) throw new Error("the purchase has left no receipts");
  return browser;
}
