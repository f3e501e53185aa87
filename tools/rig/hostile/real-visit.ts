import { sandboxOf } from "../apis/sandbox";
import { Buyer } from "../buyer";
import { goToEnd } from "../check-buyer";
import { payForm } from "../next-request";
import { type Page, PlainBrowser, submission } from "../plain-browser";

/** Where a site is; the ledger of its payments API tells whether its buyers came to a good end. */
interface Place {
  site: string;
  sandbox: string;
}

/** A form as an honest visitor would send it. */
export interface RealForm {
  path: string;
  fields: ReadonlyMap<string, string>;
}

/** What honest buyers have in their hands: what a hostile one steals, cuts and splices. */
export interface RealVisit {
  /** The buyers' own addresses, which no page tells to whom it does not know. */
  emails: string[];
  /** Sealed texts, by the parameter or field that carries them. */
  tokens: ReadonlyMap<string, string>;
  forms: readonly RealForm[];
  cookies: ReadonlyMap<string, string>;
}

/** One unpaid order, one paid one with its receipts, and the forms on the way. */
export async function visitHonestly({ site, sandbox }: Place): Promise<RealVisit> {
  const browser = new PlainBrowser();
  const pageAt = async (path: string): Promise<Page> => {
    const answer = await browser.send({ address: new URL(path, site) });
    if (answer.kind === "redirect") throw new Error(`${path} leads to ${answer.to.address}`);
    return answer.page;
  };
  const account = await pageAt("/account");
  const checkout = await pageAt("/payment/monthly");
  const unpaid = payForm(checkout, { email: "unpaid-buyer@victims.example", provider: "so" });
  const answer = await browser.send(unpaid);
  if (answer.kind === "page") throw new Error("the order was not taken");
  const paid = await buy(site, sandbox);
  const receipts = await pageAt(paid.receipts);
  const tokens = new Map([
    ["o", answer.to.address.searchParams.get("o") ?? ""],
    ["paid", paid.order],
    ["k", new URL(paid.receipts, site).searchParams.get("k") ?? ""],
    ...["quote", "attempt", "csrf"].map((name) => [name, unpaid.form?.get(name) ?? ""] as const),
    ["orders", browser.cookies.get("orders") ?? ""],
  ]);
  return {
    emails: ["unpaid-buyer@victims.example", paid.email],
    tokens,
    forms: [
      { path: "/payment/monthly", fields: new Map(unpaid.form) },
      { path: "/account", fields: fieldsOf(account, 'form:has([value="signup"])') },
      { path: "/receipts", fields: fieldsOf(receipts, 'form:has([value="send"])') },
      { path: "/preferences", fields: fieldsOf(account, 'form[action*="/preferences"]') },
      { path: "/return/so", fields: new Map([["order_id", "1"]]) },
      { path: "/return/rz", fields: new Map([["razorpay_payment_id", "1"]]) },
    ],
    cookies: browser.cookies,
  };
}

async function buy(site: string, sandbox: string) {
  let receipts: string | undefined;
  const buyer = new Buyer({
    site,
    provider: "so",
    outcome: { outcome: "approve" },
    onPage: ({ content }) => {
      receipts ??= content.querySelector<HTMLInputElement>("input[value*='/receipts?k=']")?.value;
    },
  });
  const wrong = await goToEnd(buyer, sandboxOf({ sandbox }));
  const link = [...buyer.links].at(-1);
  if (receipts === undefined || link === undefined) throw new Error(`an honest buyer came to no good end: ${wrong}`);
  return { email: buyer.email, receipts, order: new URL(link).searchParams.get("o") ?? "" };
}

function fieldsOf(page: Page, selector: string): ReadonlyMap<string, string> {
  const form = page.content.querySelector<HTMLFormElement>(selector);
  if (form === null) throw new Error(`${page.address} has no ${selector}`);
  return new Map(submission(page, form, {}).form);
}
