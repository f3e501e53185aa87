import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { formatDay, formatMoment } from "~/i18n/dates";
import { endLinks, type InvoiceOwner, invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { subscriptionChange, subscriptionList } from "~/upstream/contract/subscriptions";
import defaultBrand from "../../../app/visitor/brand/default.json";
import { SANDBOX_CATALOGUE } from "../../../sandbox/catalogue";
import { ask, type Target } from "../../../tools/contract/client";
import { refused, withKey } from "../../../tools/contract/purchases";
import { formOf, order, result, setUp } from "../buyer";
import { linkIn, mailedLink, ownerOf } from "../mailed-owner";
import { mailTo, paidOrder } from "../paid";
import { type Running, runningSandbox, SITE } from "../running-sandbox";
import { openDatabaseOf } from "../shared-database";
import { change, changing, control, list, only, subscriber } from "../subscriber";

const DAY_S = 86_400;
const NOON = Date.UTC(2026, 10, 24, 12);

/** Whoever buys here may withdraw for 14 days, and pays in US dollars. */
const WITH_RIGHT = { country_code: "IL" };

/** A sandbox whose days can be told by heart. */
async function standing(): Promise<Running> {
  let time = NOON;
  const target = await runningSandbox({ now: () => time });
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { ...target, pass };
}

/** The owner whom a letter's link names, as the site reads its key. */
function ownerIn(link: URL): InvoiceOwner {
  const [, user_id, signed_time = "", sign = ""] = /^(\d+)_([^_]+)_(.+)$/.exec(link.searchParams.get("k") ?? "") ?? [];
  return { user_id: Number(user_id), signed_time, sign };
}

/** A link of a letter to one of the site's pages. */
function linkTo(page: string, letter: { text: string } | undefined): URL {
  const [address = ""] = new RegExp(`${SITE}/${page}\\?\\S+`).exec(letter?.text ?? "") ?? [];
  return new URL(address);
}

const newest = async (target: Target, email: string) => (await mailTo(target, email))[0];

interface Sold {
  sale: string;
  settings: Record<string, string>;
  wanted: object;
  facts: string[];
}

const SHAPES: Sold[] = [
  {
    sale: "a subscription",
    settings: {},
    wanted: {},
    facts: [
      "Plan: 1 month",
      "Next payment: $11.99 on December 24, 2026, then every month",
      "How to cancel: http://localhost:3000/cancel?k=",
    ],
  },
  {
    sale: "a paid trial",
    settings: { trial: "paid" },
    wanted: { plan_id: "weekly", amount: 0.99 },
    facts: [
      "Plan: 1 week",
      "Trial: 3 days, last day: November 26, 2026",
      "Total: $0.99",
      "Next payment: $4.99 on November 27, 2026, then every week",
      "How to cancel: http://localhost:3000/cancel?k=",
    ],
  },
  {
    sale: "a plan that is paid once",
    settings: { monthly_renews: "off" },
    wanted: {},
    facts: ["Plan: 1 month", "Active until: December 24, 2026", "Next payment: None (your plan doesn’t renew)"],
  },
];

describe("the mail that confirms a sale", () => {
  it.each(SHAPES)("says all of $sale", async ({ settings, wanted, facts }) => {
    const target = await standing();
    await setUp(target, settings);
    const { email, orderId } = await paidOrder(target, { ...wanted, ...WITH_RIGHT, terms_version: "2026-11" });
    const letter = await newest(target, email);
    const always = [
      `Order: ${orderId}`,
      "Service: Vela VPN, a VPN service",
      "Sold by: Sandbox VPN Ltd., 1 Test Street, Exampleton",
      "Terms you agreed to: Version 2026-11 https://www.example.com/terms/2026-11",
      "Complaints: support@example.com",
      "You can withdraw from the contract within 14 days, no reason needed.",
      "or on this page:\nhttp://localhost:3000/withdraw?k=",
      "Model withdrawal form",
    ];
    for (const fact of [...always, ...facts]) expect(letter?.text).toContain(fact);
  });

  it("quotes what was agreed to in the words that stood at the button", async () => {
    const target = await runningSandbox();
    const text = "Mit dem Klick bestellst du ein Abo.";
    const words = { text, text_hash: createHash("sha256").update(text).digest("hex") };
    const other = { sale: "once", length: { interval: "day", interval_count: 9 }, ...words };
    const sent = withKey({ ...(await formOf(target)), agreement: other });
    const { agreement } = await refused(target, { endpoint: soPurchase, sent }, 409, "price_changed");
    const { email } = await paidOrder(target, { language: "de", agreement: { ...agreement, ...words } });
    const letter = await newest(target, email);
    expect(letter?.text).toContain(`Dem hast du zugestimmt\n${text}\n`);
    expect(letter?.html).toContain(text);
  });

  it("says nothing of a renewal, and names the trial, where nothing was asked for", async () => {
    const target = await standing();
    await setUp(target, { trial: "free_without_card" });
    const ordered = await order(target, { plan_id: "weekly", amount: 0 });
    await result(target, ordered);
    const letter = await newest(target, ordered.email);
    expect(letter?.text).toContain("Trial: 3 days, last day: November 27, 2026\nActive until: November 27, 2026");
    expect(letter?.text).toContain("Next payment: None (your plan doesn’t renew)");
    expect(letter?.text).not.toContain("How to cancel");
  });

  it("has links that open this contract and no other, to see it, to cancel and to withdraw, for life", async () => {
    const target = await runningSandbox();
    const other = await order(target, { coupon_id: "FREE100", amount: 0 });
    await result(target, other);
    const owner = await subscriber(target, { ...WITH_RIGHT, email: other.email });
    const confirmation = await newest(target, owner.email);
    target.pass(400 * DAY_S);
    for (const page of ["receipts", "cancel", "withdraw"]) {
      const { scope, invoices } = await ask(target, invoiceList, { body: ownerIn(linkTo(page, confirmation)) });
      expect([scope, new Set(invoices.map(({ order_id }) => order_id))]).toEqual(["order", new Set([owner.orderId])]);
    }
    const body = ownerIn(linkTo("cancel", confirmation));
    expect((await list(target, { receipts: body })).map(({ subscription_id }) => subscription_id)).toEqual([owner.id]);
    const { subscription } = await change(target, { ...owner, receipts: body }, "cancel");
    expect(subscription.state).toBe("ending");
  });

  it("says nothing of a right to withdraw to a buyer whose law has none", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target, { country_code: "US" });
    const letter = await newest(target, email);
    expect(letter?.text).toContain("How to cancel");
    expect(letter?.text).not.toMatch(/withdraw/i);
  });

  it("opens nothing where it is sent on to another address", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target, WITH_RIGHT);
    await ask(target, invoiceSend, { body: { ...receipts, invoice_id: "INV-000001", email: "friend@example.com" } });
    const letter = await newest(target, "friend@example.com");
    expect(letter?.text).toContain(`${SITE}/withdraw\n`);
    expect(letter?.text).not.toMatch(/lnk_|don’t expire/);
  });

  it("is in the name of the site's own brand, and of its terms", () => {
    const { sender, termsAt, withdrawalDays: days } = SANDBOX_CATALOGUE;
    const { appName, supportEmail, company } = sender;
    const { terms } = defaultBrand;
    expect({ appName, supportEmail, company, days, terms: termsAt(terms.version) }).toEqual({
      appName: defaultBrand.appName,
      supportEmail: defaultBrand.supportEmail,
      company: defaultBrand.company,
      days: defaultBrand.withdrawalDays,
      terms: terms.url.replace("{version}", terms.version),
    });
  });
});

describe("the link in a reminder", () => {
  const reminded = async () => {
    const target = await standing();
    const owner = await subscriber(target);
    await control(target, owner.id, "announce");
    const letter = await newest(target, owner.email);
    return { target, owner, letter, body: ownerIn(linkIn(letter)) };
  };

  it("is good until the last day to cancel, which it names, wherever that day ends last", async () => {
    const { target, owner, letter, body } = await reminded();
    for (const fact of ["Last day to cancel: December 23, 2026", "The link works until December 23, 2026"])
      expect(letter?.text).toContain(fact);
    target.pass(29 * DAY_S + 0.99 * DAY_S);
    expect((await only(target, { receipts: body })).subscription_id).toBe(owner.id);
    target.pass(1.02 * DAY_S);
    const { code } = await refused(target, { endpoint: subscriptionList, sent: { body } }, 401, "sign_too_old");
    expect(code).toBe(401);
  });

  it("opens that one contract: none of the same owner's others, and no account", async () => {
    const { target, owner, body } = await reminded();
    const other = await subscriber(target, { email: owner.email });
    const sent = changing({ ...other, receipts: body }, "cancel");
    await refused(target, { endpoint: subscriptionChange, sent }, 404, "subscription_unknown");
    await refused(target, { endpoint: endLinks, sent: { body } }, 422, "account_needed");
  });

  it("ends with all older links, and nobody can make one", async () => {
    const { target, owner, body } = await reminded();
    const forged = { ...body, sign: `lnk_${"x".repeat(43)}` };
    await refused(target, { endpoint: subscriptionList, sent: { body: forged } }, 403, "sign_invalid");
    target.pass(1);
    await ask(target, endLinks, { body: ownerOf(await mailedLink(target, owner.email)) });
    await refused(target, { endpoint: subscriptionList, sent: { body } }, 401, "sign_ended");
  });
});

const kept = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      network_country: z.string().nullable(),
      declarations: z.array(
        z.object({ action: z.string(), declared_at: z.number(), ends_at: z.number(), refund: z.number().nullable() }),
      ),
      letters: z.array(
        z.object({
          id: z.number(),
          kind: z.string(),
          language: z.string(),
          recipient: z.string(),
          body_hash: z.string(),
          written_at: z.number(),
        }),
      ),
    }),
  ),
});

/** What proves a buyer's only contract, as the control page tells it. */
async function evidenceOf({ base }: Target, email: string) {
  const response = await fetch(`${base}/control/orders.json?email=${encodeURIComponent(email)}`);
  const [evidence] = kept.parse(await response.json()).orders;
  if (evidence === undefined) throw new Error(`there is no order of ${email}`);
  return evidence;
}

describe("what was declared", () => {
  it("stays written down, each with its moment, whatever is declared later", async () => {
    const target = await standing();
    const owner = await subscriber(target);
    const ends_at = Date.UTC(2026, 11, 24, 12);
    await change(target, owner, "cancel");
    target.pass(3_600);
    await change(target, owner, "resume");
    target.pass(3_600);
    await change(target, owner, "withdraw");
    expect((await evidenceOf(target, owner.email)).declarations).toEqual([
      { action: "cancel", declared_at: NOON, ends_at, refund: null },
      { action: "resume", declared_at: NOON + 3_600_000, ends_at, refund: null },
      { action: "withdraw", declared_at: NOON + 7_200_000, ends_at: NOON + 7_200_000, refund: 11.99 },
    ]);
    const page = await (await fetch(`${target.base}/control/orders/${owner.orderId}`)).text();
    for (const words of ["Declarations", "withdraw", "Letters", "SHA-256 of the text"]) expect(page).toContain(words);
  });

  it("is confirmed with the contract, the moment, the end and the refund", async () => {
    const target = await standing();
    const owner = await subscriber(target, { language: "de", country_code: "DE", currency: "EUR" });
    await change(target, owner, "cancel");
    const moment = formatMoment("de", new Date(NOON));
    for (const fact of [
      `Bestellnummer: ${owner.orderId}`,
      "Erklärung: Kündigung",
      `Eingegangen: ${moment}`,
      `Aktiv bis: ${formatDay("de", "2026-12-23")}`,
    ])
      expect((await newest(target, owner.email))?.text).toContain(fact);
    await change(target, owner, "withdraw");
    const letter = await newest(target, owner.email);
    for (const fact of ["Erklärung: Widerruf des Vertrags", `Eingegangen: ${moment}`, "Erstattung: 11,99\u00a0€"])
      expect(letter?.text).toContain(fact);
    expect(linkIn(letter).pathname).toBe("/de/receipts");
  });

  it("is confirmed with the moment that is answered, however long it takes", async () => {
    let time = NOON;
    const target = await runningSandbox({ now: () => (time += 1_000) });
    const owner = await subscriber(target);
    for (const action of ["cancel", "resume", "withdraw"] as const) {
      const { asked_at = "" } = await change(target, owner, action);
      expect((await newest(target, owner.email))?.text).toContain(formatMoment("en", new Date(asked_at)));
    }
  });
});

describe("every letter about an order", () => {
  it("is kept with it as it was written, with hash, language and address, when the mailbox has forgotten it", async () => {
    const target = await standing();
    const owner = await subscriber(target, { language: "ja" });
    await change(target, owner, "cancel");
    const [cancelled] = await mailTo(target, owner.email);
    const db = await openDatabaseOf(target.dataDir);
    onTestFinished(() => db.destroy());
    await db.deleteFrom("mails").execute();
    const { letters } = await evidenceOf(target, owner.email);
    const common = { language: "ja", recipient: owner.email, written_at: NOON };
    expect(letters).toMatchObject([
      { kind: "receipt", ...common },
      { kind: "cancelled", ...common },
    ]);
    const last = letters.at(-1);
    const at = `${target.base}/control/orders/${owner.orderId}/letters/${last?.id}`;
    const text = await (await fetch(`${at}.txt`)).text();
    expect(text).toBe(cancelled?.text);
    expect(last?.body_hash).toBe(createHash("sha256").update(text).digest("hex"));
    const html = await fetch(`${at}.html`);
    expect(html.headers.get("Content-Security-Policy")).toMatch(/ sandbox$/);
    expect((await fetch(`${at}0.html`)).status).toBe(404);
    expect((await fetch(`${target.base}/control/orders/another/letters/${last?.id}.txt`)).status).toBe(404);
  });

  it("is with the country of the network that the order was opened from, where that is known", async () => {
    const target = await runningSandbox();
    const unknown = await order(target);
    expect((await evidenceOf(target, unknown.email)).network_country).toBeNull();
    const fields = await formOf(target);
    const { headers, body } = withKey(fields);
    await ask(target, soPurchase, { body, headers: { ...headers, "X-Forwarded-For": "198.51.100.7" } });
    expect((await evidenceOf(target, fields.email)).network_country).toBe("DE");
  });
});
