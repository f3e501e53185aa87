import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { subscriptionChange } from "~/upstream/contract/subscriptions";
import { makeApiError, makeSubscription } from "../mocks/builders";
import { refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { signedIn, withKey } from "./receipt-owner";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";
import { changing, subscribed } from "./subscriptions";

const FORM = "form.change";
const FRESH = {
  bought_at: "2026-01-30T12:00:00Z",
  withdraw_until: "2026-02-14T10:00:00Z",
  withdraw_day: "2026-02-13",
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;
const targetOf = (answer: Response) => answer.headers.get("location") ?? "";

/** Opens the second step and confirms it. */
async function confirm(entered: Record<string, string> = {}) {
  const headers = await signedIn();
  return post("/withdraw", fieldsOf(await page("/withdraw?s=sub_1", headers), entered, FORM), headers);
}

describe("the first step", () => {
  it("lists what can be withdrawn from, until when, and leads to the second; nothing is sent", async () => {
    subscribed(
      FRESH,
      { ...FRESH, subscription_id: "sub_2", plan_id: "month", state: "ending" },
      { ...FRESH, subscription_id: "sub_3", withdraw_until: "2026-01-31T11:59:59Z" },
      { ...FRESH, subscription_id: "sub_4", state: "withdrawn" },
      { subscription_id: "sub_5" },
    );
    const asked = changing();
    const { document, see } = await page("/withdraw", await signedIn());
    const cards = see.getAllByRole("article").map(({ textContent }) => textContent);
    expect(cards).toEqual([
      expect.stringMatching(/1 year.*Last day to withdraw: February 13, 2026Withdraw from contract/),
      expect.stringMatching(/1 month/),
    ]);
    const links = [...document.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
    expect([links, document.querySelector(FORM), asked]).toEqual([
      ["/withdraw?s=sub_1", "/withdraw?s=sub_2"],
      null,
      [],
    ]);
  });

  it("says in both steps whose law gives no such right, and nothing where the payments API doesn’t tell", async () => {
    const voluntary = "We offer this even where the law doesn’t require it.";
    subscribed({ ...FRESH, withdraw_voluntary: true }, { ...FRESH, subscription_id: "sub_2" });
    const cards = (await page("/withdraw", await signedIn())).see.getAllByRole("article");
    expect(cards.map(({ textContent }) => textContent?.includes(voluntary))).toEqual([true, false]);
    for (const [id, isSaid] of [
      ["sub_1", true],
      ["sub_2", false],
    ] as const) {
      const { see } = await page(`/withdraw?s=${id}`, await signedIn());
      expect(see.getByRole("main").textContent?.includes(voluntary)).toBe(isSaid);
    }
  });

  it("lists a plan that was paid once and a trial that ends by itself, and does not call them canceled", async () => {
    subscribed(
      { ...FRESH, state: "ending", renews: false, ends_day: "2027-01-30" },
      {
        ...FRESH,
        subscription_id: "sub_2",
        state: "ending",
        renews: false,
        is_trial: true,
        withdraw_day: "2026-02-16",
      },
    );
    const { see } = await page("/withdraw", await signedIn());
    const cards = see.getAllByRole("article").map(({ textContent }) => textContent);
    expect(cards).toEqual([
      expect.stringMatching(/Doesn’t renew.*Active untilJanuary 30, 2027.*Last day to withdraw: February 13, 2026/),
      expect.stringMatching(/Trial.*Last day to withdraw: February 16, 2026/),
    ]);
  });

  it.each([
    // Noon of the 13th in New York; in Honolulu that day has begun, and is not over.
    ["2026-02-13T17:00:00Z", "February 12, 2026"],
    ["2026-02-14T10:00:00Z", "February 13, 2026"],
    ["2026-02-13", "February 13, 2026"],
  ])("where the payments API tells no day but %s, names the last one that is whole: %s", async (until, day) => {
    subscribed({ bought_at: FRESH.bought_at, withdraw_until: until });
    const { see } = await page("/withdraw", await signedIn());
    expect(see.getByText(`Last day to withdraw: ${day}`)).toBeDefined();
  });

  it("takes a withdrawal on the last day, where the payments API names the day alone", async () => {
    vi.setSystemTime(new Date("2026-02-13T22:59:59Z"));
    subscribed({ bought_at: FRESH.bought_at, withdraw_until: "2026-02-13" });
    const { see } = await page("/withdraw?s=sub_1", await signedIn());
    expect(see.getByRole("button", { name: "Confirm withdrawal" })).toBeDefined();
  });

  it("leads to cancelling where there is nothing", async () => {
    subscribed({});
    const nothing = await page(await withKey("/withdraw"));
    expect(nothing.answer.status).toBe(200);
    expect(nothing.see.getByText(/no contract you can still withdraw from/)).toBeDefined();
    const [link] = nothing.see.getAllByRole("link", { name: "Cancel a subscription" });
    expect(link?.getAttribute("href")).toMatch(/^\/cancel\?k=/);
  });

  it("leads to the store that sold it", async () => {
    subscribed({ ...FRESH, source: "app_store" });
    for (const path of ["/withdraw", "/withdraw?s=sub_1"]) {
      const { document, see } = await page(path, await signedIn());
      expect(see.getByRole("link", { name: "Open the App Store" })).toBeDefined();
      expect(document.querySelector(FORM)).toBeNull();
    }
  });
});

describe("the second step", () => {
  it("names the contract and what is given back, and asks", async () => {
    subscribed({ ...FRESH, refund: { amount: 59.99, currency: "USD" } });
    const step = await page("/withdraw?s=sub_1", await signedIn());
    expect(headingOf(step)).toBe("Withdraw from this contract?");
    expect(step.see.getByText("1 year")).toBeDefined();
    expect(
      step.see.getByText("Your plan ends right away, and we’ll refund $59.99 to your original payment method."),
    ).toBeDefined();
    expect(step.see.getByRole("button", { name: "Confirm withdrawal" })).toBeDefined();
  });

  it("says so without an amount where the payments API names none", async () => {
    subscribed(FRESH);
    const { see } = await page("/withdraw?s=sub_1", await signedIn());
    expect(
      see.getByText("Your plan ends right away. Anything you’ve paid goes back to your original payment method."),
    ).toBeDefined();
  });

  it("promises no money back where nothing was charged", async () => {
    subscribed({ ...FRESH, refund: { amount: 0, currency: "USD" } });
    const { see } = await page("/withdraw?s=sub_1", await signedIn());
    expect(see.getByText("Your plan ends right away. You weren’t charged.")).toBeDefined();
  });

  it("withdraws, and says when that was received and where the confirmation goes", async () => {
    subscribed(FRESH);
    const asked = changing({
      subscription: makeSubscription({ state: "withdrawn" }),
      asked_at: "2026-01-31T12:00:07Z",
      email_hint: "m•••@example.com",
    });
    const answer = await confirm();
    expect([answer.status, asked]).toMatchObject([303, [{ body: { subscription_id: "sub_1", action: "withdraw" } }]]);
    subscribed({ state: "withdrawn" });
    const done = await page(targetOf(answer), await signedIn());
    expect(headingOf(done)).toBe("We’ve received your withdrawal");
    expect(done.see.getByText(/^Received on January 31, 2026 at 12:00:07 UTC\.$/)).toBeDefined();
    expect(done.see.getByText("We’re sending a confirmation to m•••@example.com.")).toBeDefined();
    expect(done.see.getByText(/^Your plan has ended\. Anything you’ve paid goes back /)).toBeDefined();
    expect(done.document.querySelector(FORM)).toBeNull();
  });

  it.each([
    [59.99, /^Your plan has ended, and we’ll refund \$59\.99 to your original payment method\./],
    // What a withdrawal would give back now.
    [0, /^Your plan has ended\. Anything you’ve paid /],
  ])("says what goes back where the payments API tells it: %s", async (amount, words) => {
    const withdrawn = makeSubscription({ state: "withdrawn", refund: { amount, currency: "USD" } });
    subscribed(FRESH);
    changing({ subscription: withdrawn });
    const answer = await confirm();
    subscribed({ state: "withdrawn" });
    const done = await page(targetOf(answer), await signedIn());
    expect(done.see.getByText(words)).toBeDefined();
  });

  it("tells the site's own time where the payments API tells none", async () => {
    subscribed(FRESH);
    changing({ subscription: makeSubscription({ state: "withdrawn" }) });
    const { see } = await page(targetOf(await confirm()), await signedIn());
    expect(see.getByText(/^Received on January 31, 2026 at 12:00:00 UTC\.$/)).toBeDefined();
  });

  it("of a contract that can no longer be withdrawn from says so", async () => {
    subscribed({ ...FRESH, withdraw_until: "2026-01-31T11:59:59Z" });
    const over = await page("/withdraw?s=sub_1", await signedIn());
    expect(over.see.getByText(/The time to withdraw from this contract is over/)).toBeDefined();
    expect(over.document.querySelector(FORM)).toBeNull();
  });

  it.each(["sub_9", "%3Cb%3E", ""])("of a contract that is not there (%s) is the first one", async (named) => {
    subscribed(FRESH);
    expect(headingOf(await page(`/withdraw?s=${named}`, await signedIn()))).toBe("Withdraw from contract");
  });

  it("that is only looked at withdraws from nothing", async () => {
    subscribed(FRESH);
    const asked = changing();
    await get("/withdraw?s=sub_1&intent=withdraw&subscription_id=sub_1", await signedIn());
    expect(asked).toEqual([]);
  });

  it("keeps its key while nobody knows whether it was received, and offers a letter", async () => {
    subscribed(FRESH);
    upstream.use(responding(subscriptionChange, () => Response.json({}, { status: 502 })));
    const headers = await signedIn();
    const fields = fieldsOf(await page("/withdraw?s=sub_1", headers), {}, FORM);
    const again = await shown(post("/withdraw", fields, headers));
    expect([again.answer.status, headingOf(again)]).toEqual([504, "We don’t know yet if it worked"]);
    expect(fieldsOf(again, {}, FORM).get("attempt")).toBe(fields.get("attempt"));
    const letter = again.see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "";
    expect(decodeURIComponent(letter)).toContain(
      "subject=Withdrawal from the contract&body=I withdraw from my contract",
    );
  });

  it.each([
    ["withdrawal_over", "The time to withdraw from this contract is over"],
    ["store_subscription", "This subscription can’t be changed here"],
  ])("that the payments API refuses as %s says so", async (code, words) => {
    subscribed(FRESH);
    upstream.use(refusing(subscriptionChange, 422, makeApiError({ error: { code, message: "" } })));
    const again = await shown(confirm());
    expect([again.answer.status, again.see.getByRole("alert").textContent]).toEqual([
      422,
      expect.stringContaining(words),
    ]);
  });

  it("cancels nothing, whatever a changed form says", async () => {
    subscribed(FRESH);
    const asked = changing();
    expect([(await confirm({ intent: "cancel" })).status, asked]).toEqual([400, []]);
  });
});
