import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { deriveEvents } from "../../../../payments/entitlements/derive";
import { noteStorePayments } from "../../../../payments/orders/reports/store-payments";
import { giveBackDue } from "../../../../payments/refunds/outbox";
import { operate } from "../../operator/operate";
import { DAY, openShop, type Shop } from "../../subscriptions/shop";

const HEAD =
  "subscription,email,user,plan,country,language,amount,currency,bought_at,period_from,paid_until,provider,provider_subscription";
const RENEWS =
  "old-1,Kim@example.com,4711,monthly,DE,de,9.99,EUR,2025-01-15T10:00:00Z,2026-02-15T10:00:00Z,2026-03-15T10:00:00Z,memory,s_old1";
const ONCE =
  "old-2,jo@example.com,,yearly,US,,47.88,USD,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2027-01-01T00:00:00Z,,";
const ASKED = ["--by", "Kim", "--because", "we move"];

/** The provider renews what a file names. */
function booked(shop: Shop, reference = "s_old1", paidUntil = "2026-03-15T10:00:00Z"): void {
  const opening = {
    ...{
      attemptId: reference,
      orderId: "",
      madeAt: 0,
      planId: "",
      title: "",
      email: "",
      country: "DE",
      language: "de",
    },
    ...{ price: { amount: 9.99, currency: "EUR" }, period: { interval: "month", interval_count: 1 } as const },
    ...{
      renewal: { amount: 9.99, interval: "month", interval_count: 1 } as const,
      renewsAt: Date.parse("2025-02-15T10:00:00Z"),
    },
    ...{ returnUrl: "", cancelUrl: "", expiresAt: 0 },
  };
  const paid = { captureId: `${reference}.r1`, paid: opening.price, at: Date.parse("2026-02-15T10:00:00Z") };
  const renewal = { ...paid, startsAt: paid.at, endsAt: Date.parse(paidUntil) };
  shop.provider.subscriptions.set(reference, { opening, state: "active", renewals: [renewal], isCancelled: false });
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "transfer-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** An operator at a shop with a file. */
async function importing(shop: Shop, lines: readonly string[], args: readonly string[] = [], typed = "") {
  const file = join(await folder(), "subscriptions.csv");
  await writeFile(file, [HEAD, ...lines, ""].join("\r\n"));
  return operate(shop.context, ["import", file, ...args], typed);
}

const rowsOf = ({ context }: Shop) =>
  context.db.selectFrom("subscriptions").selectAll().orderBy("imported_as").execute();

describe("an import", () => {
  it("without --write tells what would be done, and changes nothing", async () => {
    const shop = await openShop();
    booked(shop);
    const { code, text } = await importing(shop, [RENEWS, ONCE]);
    expect(text).toBe(
      "2 can be imported, 0 are here already, 0 cannot be imported.\nNothing was changed: --write does it.\n",
    );
    expect([code, await rowsOf(shop)]).toEqual([0, []]);
  });

  it("takes in what renews and what was paid once; nobody is written to, and the operator is told of each account", async () => {
    const shop = await openShop();
    booked(shop);
    const { code, text } = await importing(shop, [RENEWS, ONCE], ["--write", ...ASKED], "2");
    expect([code, text]).toEqual([0, expect.stringContaining("2 were imported, 0 are here already")]);
    const paidUntil = Date.parse("2026-03-15T10:00:00Z");
    expect(await rowsOf(shop)).toMatchObject([
      {
        imported_as: "old-1",
        state: "active",
        renews: 1,
        amount: 9.99,
        driver: "so",
        reference: "s_old1",
        ends_at: paidUntil,
      },
      { imported_as: "old-2", state: "ending", renews: 0, driver: null },
    ]);
    await deriveEvents(shop.context);
    const { db } = shop.context;
    const events = await db.selectFrom("entitlement_events").select("user_id").orderBy("user_id").execute();
    expect(events.map(({ user_id }) => user_id)).toEqual([4711, 100_002]);
    expect(await db.selectFrom("mails").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("invoices").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("audit").select(["command", "by", "because"]).execute()).toEqual([
      { command: "import", by: "Kim", because: "we move" },
    ]);
  });

  it("done again brings nothing twice", async () => {
    const shop = await openShop();
    booked(shop);
    const write = ["--write", ...ASKED, "--yes", "1"];
    await importing(shop, [RENEWS], write);
    const { text } = await importing(shop, [RENEWS], write);
    expect(text).toContain("0 were imported, 1 are here already");
    expect(await rowsOf(shop)).toHaveLength(1);
  });

  it("takes no payment from before it for a renewal; the next one prolongs it and gets a receipt", async () => {
    const shop = await openShop();
    booked(shop);
    await importing(shop, [RENEWS], ["--write", ...ASKED, "--yes", "1"]);
    await shop.settle();
    const [row] = await rowsOf(shop);
    if (!row) throw new Error("nothing was imported");
    const sale = { orderId: row.order_id, attemptId: "", reference: "s_old1" };
    expect(await shop.charges(sale)).toEqual([]);
    shop.pass(14 * DAY);
    shop.provider.charge("s_old1");
    await shop.settle();
    expect(await shop.charges(sale)).toEqual(["2 9.99 kept"]);
    expect(await shop.grantEnd(sale)).toBe(shop.provider.paidUntil("s_old1"));
    expect(await shop.letters(sale)).toEqual(["receipt"]);
    expect(await shop.change(sale, "cancel")).toBe("answered");
    await shop.settle();
    expect(shop.provider.done).toEqual(["cancel s_old1"]);
  });

  it("tells app stores of nothing; a renewal since goes back at the provider that took it", async () => {
    const shop = await openShop();
    const { db } = shop.context;
    booked(shop);
    await importing(shop, [RENEWS], ["--write", ...ASKED, "--yes", "1"]);
    await shop.settle();
    shop.pass(14 * DAY);
    shop.provider.charge("s_old1");
    await shop.settle();
    const [row] = await rowsOf(shop);
    const { code, text } = await operate(shop.context, [
      "refund",
      row?.order_id ?? "",
      ...ASKED,
      "--yes",
      row?.order_id ?? "",
    ]);
    expect([code, text]).toEqual([0, expect.stringContaining("9.99 EUR goes back")]);
    await giveBackDue(shop.context);
    const refunds = await db.selectFrom("refunds").select(["driver", "amount", "state"]).execute();
    expect(refunds).toEqual([{ driver: "so", amount: 9.99, state: "done" }]);
    await noteStorePayments(shop.context);
    expect(await db.selectFrom("store_reports").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("grants").select("seen_for_stores").execute()).toEqual([{ seen_for_stores: 1 }]);
  });

  it.each([
    ["the provider does not know it", RENEWS, () => {}, "line 2: it could not be asked about: no subscription s_old1"],
    [
      "the provider says another time",
      RENEWS,
      (shop: Shop) => booked(shop, "s_old1", "2026-06-15T10:00:00Z"),
      "line 2: it is paid until 2026-06-15T10:00:00.000Z at memory",
    ],
    [
      "it has ended at the provider",
      RENEWS,
      (shop: Shop) => {
        booked(shop);
        shop.provider.end("s_old1");
      },
      "line 2: it has ended at memory",
    ],
    ["the plan is not sold", ONCE.replace("yearly", "decade"), () => {}, "line 2: no plan decade is in the catalogue"],
    ["the provider is not set up", RENEWS.replace("memory", "paddle"), () => {}, "line 2: paddle is not set up"],
    [
      "it is over",
      ONCE.replace("2027-", "2026-01-02T00:00:00Z").replace(
        "2026-01-02T00:00:00Z01-01T00:00:00Z",
        "2026-01-02T00:00:00Z",
      ),
      () => {},
      "line 2: what is paid was over",
    ],
  ])("leaves a line alone where %s", async (_, line, prepare, sentence) => {
    const shop = await openShop();
    prepare(shop);
    const { text } = await importing(shop, [line], ["--write", ...ASKED, "--yes", "1"]);
    expect(text).toContain(sentence);
    expect(await rowsOf(shop)).toEqual([]);
  });

  it("with mistakes in the file tells all of them, and does nothing", async () => {
    const shop = await openShop();
    const numbered = ONCE.replace("old-2", "old-4").replace("example.com,,", "example.com,1000000000000000,");
    const wrong = ONCE.replace("US", "UK").replace("47.88", "47.888").replace("2027-01-01T00:00:00Z", "soon");
    const { code, text } = await importing(
      shop,
      [ONCE, wrong, RENEWS.replace("memory", ""), ONCE, numbered],
      ["--write", ...ASKED, "--yes", "4"],
    );
    expect(code).toBe(1);
    for (const sentence of [
      "line 3: country",
      "line 3: paid_until: expected a time",
      "line 4: provider_subscription",
      "line 5: subscription old-2 stands in line 2, too",
      "line 6: user",
    ])
      expect(text).toContain(sentence);
    expect(text).toContain("Nothing was imported.");
    expect(await rowsOf(shop)).toEqual([]);
  });

  it.each([
    ["an address is another account's", "user 4711 has another address here"],
    ["a number is another account's", "the address is user 4711's here"],
  ])("leaves a line alone where %s", async (_, sentence) => {
    const shop = await openShop();
    booked(shop);
    booked(shop, "s_old3");
    await importing(shop, [RENEWS], ["--write", ...ASKED, "--yes", "1"]);
    const other = RENEWS.replace("old-1", "old-3").replace("s_old1", "s_old3");
    const line = sentence.startsWith("user") ? other.replace("Kim@", "lu@") : other.replace("4711", "5000");
    expect((await importing(shop, [line], ["--write", ...ASKED, "--yes", "1"])).text).toContain(sentence);
    expect(await rowsOf(shop)).toHaveLength(1);
  });
});

it("an export is the file that was imported, and only its owner may read it", async () => {
  const shop = await openShop();
  booked(shop);
  await importing(shop, [RENEWS, ONCE], ["--write", ...ASKED, "--yes", "2"]);
  const file = join(await folder(), "out.csv");
  expect((await operate(shop.context, ["export", file, ...ASKED])).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, "utf8");
  const lines = (content: string) => content.trim().split("\r\n").sort();
  // Times have milliseconds, an address is in lower case, and who had no number has one.
  const written = [HEAD, RENEWS, ONCE].map((line) => line.replaceAll("00Z", "00.000Z").replace("Kim@", "kim@"));
  expect(lines(text)).toEqual(lines(written.join("\r\n").replace("example.com,,yearly", "example.com,100002,yearly")));
  const other = await openShop();
  booked(other);
  await writeFile(file, text);
  expect((await operate(other.context, ["import", file, "--write", ...ASKED, "--yes", "2"])).text).toContain(
    "2 were imported",
  );
  const again = join(await folder(), "again.csv");
  await operate(other.context, ["export", again, ...ASKED]);
  expect(lines(await readFile(again, "utf8"))).toEqual(lines(text));
  expect((await operate(shop.context, ["export", file])).code).toBe(1);
});
