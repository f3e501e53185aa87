import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { EndpointName } from "~/upstream/contract/endpoints";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { Addresses } from "../../tests/journeys/running-site";
import { sandboxOf } from "./apis/sandbox";
import { Buyer } from "./buyer";
import { goToEnd } from "./check-buyer";
import { judging } from "./judging";
import { type PlainBrowser, type Request, submission } from "./plain-browser";
import { READING_MS } from "./reading-time";
import type { Score } from "./score";

/** Somebody who looks at the site while one call of the payments API fails for them. */
export interface Visit {
  score: Score;
  addresses: Addresses;
  /** Their address, which the fault is set for. */
  ip: string;
  lang: LocaleCode;
  /** The app they come from. */
  app: number;
  headers: Readonly<Record<string, string>>;
}

/** Gets ready to look at a screen, and says by which request. */
export type Screen = (visit: Visit, browser: PlainBrowser) => Promise<Request>;

const PATIENCE_MS = 300;

const at = (path: string, { lang, addresses }: Visit): URL => new URL(inLanguage(lang, path), addresses.site);

/** A page that anybody may open. */
const page =
  (path: string): Screen =>
  async (visit) => {
    const address = at(path, visit);
    address.searchParams.set("sid", String(visit.app));
    return { address };
  };

const linked = z.object({ address: z.url() });

async function postJson(address: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  return linked.parse(await response.json()).address;
}

/** A page as an app opens it for its user. */
const pageOfMember =
  (path: string): Screen =>
  async ({ app, lang, addresses }) => {
    const to = inLanguage(lang, path);
    const body = { to, user_id: 1_000_000 + app, sid: app };
    return { address: new URL(await postJson(`${addresses.sandbox}/control/app-links`, body)) };
  };

const purchaseOfApp =
  (provider: AppProviderCode): Screen =>
  async ({ app, lang, addresses }) => {
    const body = { provider, plan: "monthly", user_id: 1_000_000 + app };
    const told = new URL(await postJson(`${addresses.sandbox}/control/app-purchases`, body));
    return { address: new URL(inLanguage(lang, told.pathname + told.search), told) };
  };

/** The account page's form, filled in. */
const signUp: Screen = async (visit, browser) => {
  const form = await formOn(browser, { address: at("/account", visit) }, 'form:has([value="signup"])');
  return form({ email: `rig-${visit.app}@example.com` });
};

/** Buys, and opens the receipts by the link of the success page. */
const receipts: Screen = async (visit) => {
  let link: string | undefined;
  const buyer = buyerAt("so")(visit, (content) => {
    link ??= content.querySelector<HTMLInputElement>("input[value*='/receipts?k=']")?.value;
  });
  const wrong = await goToEnd(buyer, sandboxOf(visit.addresses));
  if (link === undefined) throw new Error(`there is no way to the receipts: ${wrong}`);
  return { address: new URL(link) };
};

const sendReceipt: Screen = async (visit, browser) => {
  const form = await formOn(browser, await receipts(visit, browser), 'form:has([value="send"])');
  return form({ email: `rig-${visit.app}@example.com` });
};

/** @returns what makes the form's request of what is entered; whoever is guarded by the bot check takes a person's time */
async function formOn(browser: PlainBrowser, request: Request, selector: string) {
  const answer = await browser.send(request);
  if (answer.kind === "redirect") throw new Error(`${request.address} leads on to ${answer.to.address}`);
  const form = answer.page.content.querySelector<HTMLFormElement>(selector);
  if (form === null) throw new Error(`${request.address} has no ${selector}`);
  await setTimeout(READING_MS);
  return (entries: Readonly<Record<string, string>>) => submission(answer.page, form, entries);
}

type Begin = (visit: Visit, onContent?: (content: Document) => void) => Buyer;

const buyerAt =
  (provider: ProviderCode): Begin =>
  ({ score, addresses, headers, lang, app }, onContent) =>
    new Buyer({
      site: addresses.site,
      provider,
      outcome: { outcome: "approve" },
      lang,
      app,
      patienceMs: PATIENCE_MS,
      headers,
      onPage: (seen) => {
        judging(score, addresses.site)(seen);
        onContent?.(seen.content);
      },
    });

const SHOP = [
  page("/"),
  page("/payment"),
  page("/payment/monthly"),
  page("/pricing"),
  page("/pricing/checkout/yearly"),
];
const CHECKOUTS = [page("/payment/monthly"), page("/pricing/checkout/yearly")];
const OF_MEMBERS = ["/", "/payment/monthly", "/account", "/pricing"].map(pageOfMember);

/** The screens that make each call by being loaded. */
export const SCREENS: Readonly<Record<EndpointName, readonly Screen[]>> = {
  geoInfo: SHOP,
  profile: OF_MEMBERS,
  plans: SHOP,
  commonParams: CHECKOUTS,
  prices: SHOP,
  anonymousSignup: [signUp],
  checkCoupon: [page("/payment/monthly?coupon=WELCOME20"), page("/pricing/checkout/monthly?coupon=WELCOME20")],
  pdPrepurchase: [],
  pdPurchaseStatus: [],
  psPurchase: [],
  psPurchaseResult: [],
  rzPurchase: [],
  rzPurchaseResult: [],
  rbCreateSubscription: [],
  rbSubscriptionStatus: [],
  soPurchase: [],
  soPurchaseResult: [],
  gapPurchaseResult: [purchaseOfApp("gap")],
  tpaPurchaseResult: [purchaseOfApp("tpa")],
  invoiceList: [pageOfMember("/receipts"), pageOfMember("/receipts/INV-1"), receipts],
  invoiceSend: [sendReceipt],
  invoiceDetails: [],
  endLinks: [],
  subscriptionList: [],
  subscriptionChange: [],
  subscriptionLink: [],
  declare: [],
  resumeLink: [],
  storeTokens: [],
  redemption: [],
  redeem: [],
  analyticsEvents: SHOP,
};

/** The purchases that make it. */
export const PURCHASES: Readonly<Record<EndpointName, readonly Begin[]>> = {
  geoInfo: [buyerAt("so")],
  profile: [],
  plans: [buyerAt("so")],
  commonParams: [buyerAt("so")],
  prices: [buyerAt("so")],
  anonymousSignup: [],
  checkCoupon: [],
  pdPrepurchase: [buyerAt("pd")],
  pdPurchaseStatus: [buyerAt("pd")],
  psPurchase: [buyerAt("ps")],
  psPurchaseResult: [buyerAt("ps")],
  rzPurchase: [buyerAt("rz")],
  rzPurchaseResult: [buyerAt("rz")],
  rbCreateSubscription: [buyerAt("rb")],
  rbSubscriptionStatus: [buyerAt("rb")],
  soPurchase: [buyerAt("so")],
  soPurchaseResult: [buyerAt("so")],
  gapPurchaseResult: [],
  tpaPurchaseResult: [],
  invoiceList: [],
  invoiceSend: [],
  invoiceDetails: [],
  endLinks: [],
  subscriptionList: [],
  subscriptionChange: [],
  subscriptionLink: [],
  declare: [],
  resumeLink: [],
  storeTokens: [],
  redemption: [buyerAt("so")],
  redeem: [],
  analyticsEvents: [buyerAt("so")],
};
