import { describe, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { receiptKey } from "~/owners/who-asks.server";
import { seal } from "~/sealing.server";
import { subscriptionChange, subscriptionList } from "~/upstream/contract/subscriptions";
import { makeApiError, makeSubscription } from "../../mocks/builders";
import { refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { stopClock } from "../../mocks/stopped-clock";
import { signedQuery } from "../../visitor/requests";
import { ENDING, FORM, headingOf, press, refusal, targetOf } from "../cancelling";
import { OWNER, signedIn, withKey } from "../receipt-owner";
import { fieldsOf, get, page, post, shown } from "../site";
import { changing, subscribed } from "../subscriptions";

const keyIn = (address: string) => new URL(address, env().publicOrigin).searchParams.get("k");

describe("whoever has subscriptions", () => {
  it.each([
    [undefined, false],
    [{ ends_at: "2999-01-01T00:00:00Z" }, true],
    [{ ends_at: "2999-01-01T00:00:00Z", refund: { amount: 5, currency: "USD" } }, false],
  ])("with the end %j reads that nothing is given back: %s", async (cancellation, isSaid) => {
    subscribed({ cancellation });
    const { see } = await page("/cancel", await signedIn());
    expect(see.queryByText("Canceling doesn’t refund what you’ve already paid.") !== null).toBe(isSaid);
  });

  it("reads what was done also while the list cannot be had", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const target = targetOf(await press());
    upstream.use(refusing(subscriptionList, 503));
    const done = await page(target, await signedIn());
    expect([done.answer.status, headingOf(done)]).toEqual([200, "Your subscription is canceled"]);
    expect(done.see.getByRole("button", { name: "Undo: keep the subscription" })).toBeDefined();
  });

  it("is led on to withdrawing while that can be done", async () => {
    subscribed({ withdraw_until: "2999-01-01T00:00:00Z" }, { subscription_id: "sub_2", withdraw_until: "2020-01-01" });
    const { document } = await page("/cancel", await signedIn());
    const links = [...document.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/withdraw?s=sub_1"]);
  });

  it.each([
    ["app_store", "App Store", "https://apps.apple.com/account/subscriptions"],
    ["google_play", "Google Play", "https://play.google.com/store/account/subscriptions"],
  ] as const)("of a store is led there: %s", async (source, name, address) => {
    subscribed({ source });
    const { see } = await page("/cancel", await signedIn());
    expect(see.getByText(new RegExp(`^Bought (in the|on) ${name}: cancel it there`))).toBeDefined();
    expect(see.getByRole("link", { name: new RegExp(`^Open (the )?${name}$`) }).getAttribute("href")).toBe(address);
    expect(see.queryByRole("button", { name: /Cancel now/ })).toBeNull();
  });

  it("of which none runs is told so, and can ask for the link to another address", async () => {
    subscribed({ state: "ended" });
    const shownPage = await page("/cancel", await signedIn());
    expect([shownPage.answer.status, headingOf(shownPage)]).toEqual([200, "No subscriptions"]);
    expect(shownPage.see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });

  it("who also has a receipts key keeps it in every link and form", async () => {
    subscribed({ withdraw_until: "2999-01-01T00:00:00Z" });
    changing({ subscription: makeSubscription(ENDING) });
    const address = await withKey("/cancel");
    const opened = await page(address);
    const kept = [
      opened.document.querySelector(FORM)?.getAttribute("action") ?? "",
      opened.document.querySelector("article a")?.getAttribute("href") ?? "",
      targetOf(await post(address, fieldsOf(opened, {}, FORM))),
    ];
    expect(kept.map(keyIn)).toEqual(Array(3).fill(keyIn(address)));
  });
});

describe("what was asked for is never lost and never done twice:", () => {
  it("while the list cannot be had either, the form stays", async () => {
    subscribed({});
    const headers = await signedIn();
    const fields = fieldsOf(await page("/cancel", headers), {}, FORM);
    upstream.use(refusing(subscriptionChange, 500), refusing(subscriptionList, 500));
    const again = await shown(post("/cancel", fields, headers));
    expect(fieldsOf(again, {}, FORM).get("attempt")).toBe(fields.get("attempt"));
  });

  it("a form that is sent again after it was undone does not say that it is cancelled", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const { see } = await page(targetOf(await press()), await signedIn());
    expect(see.queryByText("Your subscription is canceled")).toBeNull();
    expect(see.getByRole("button", { name: /Cancel now/ })).toBeDefined();
  });

  it.each(["no_such_subscription", "store_subscription"])(
    "refused as %s: it says so, and offers a letter",
    async (code) => {
      subscribed({});
      upstream.use(refusing(subscriptionChange, 422, refusal(code)));
      const again = await shown(press());
      expect(again.answer.status).toBe(422);
      expect(again.see.getByRole("alert").textContent).toContain("This subscription can’t be changed here");
      expect(again.see.getByRole("link", { name: "Write an email" })).toBeDefined();
    },
  );
});

describe("nothing is done by", () => {
  it.each([
    ["no intent", { intent: "" }],
    ["the intent of another page", { intent: "withdraw" }],
    ["a path for a subscription", { subscription_id: "../list" }],
  ])("a form with %s: a bad request", async (_, changes) => {
    subscribed({});
    const asked = changing();
    expect([(await press(changes)).status, asked]).toEqual([400, []]);
  });
});

describe("a notice", () => {
  it("is told for an hour, and to a page in any language", async () => {
    stopClock();
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const target = targetOf(await press());
    subscribed(ENDING);
    const heading = async () => headingOf(await page(`/de${target}`, await signedIn()));
    const told = await heading();
    vi.setSystemTime(Date.now() + 3_599_000);
    expect(await heading()).toBe(told);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await heading()).not.toBe(told);
  });

  it("of somebody else's is not shown, nor one that nobody sealed", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const done = new URL(targetOf(await press()), env().publicOrigin).searchParams.get("done");
    subscribed(ENDING);
    const other = await receiptKey({ ...OWNER, user_id: 7 });
    for (const address of [`/cancel?k=${other}&done=${done}`, `/withdraw?done=${done}`, "/cancel?done=sub_1"]) {
      const { see } = await page(address, await signedIn());
      expect(see.queryByText("Your subscription is canceled")).toBeNull();
    }
  });
});

describe("a link that is over", () => {
  it.each([
    [401, makeApiError({ code: 401 })],
    [403, makeApiError({ code: 403 })],
  ])("is told so with a way to a new one, and the session ends (%d)", async (status, error) => {
    subscribed({});
    upstream.use(refusing(subscriptionList, status, error));
    const ended = await page("/cancel", await signedIn());
    expect([ended.answer.status, headingOf(ended)]).toEqual([403, "Cancel a subscription"]);
    expect(ended.see.getByText(/This link has expired/)).toBeDefined();
    expect(ended.see.getByRole("button", { name: "Send the link" })).toBeDefined();
    expect(ended.answer.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
  });

  it("while a form is sent: nothing is lost but the link", async () => {
    subscribed({});
    const headers = await signedIn();
    const fields = fieldsOf(await page("/cancel", headers), {}, FORM);
    const over = makeApiError({ code: 403 });
    upstream.use(refusing(subscriptionChange, 403, over), refusing(subscriptionList, 403, over));
    const ended = await shown(post("/cancel", fields, headers));
    expect(ended.answer.status).toBe(403);
    expect(ended.see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });

  it.each([
    ["changed", async () => `${await withKey("/cancel")}x`],
    ["empty", async () => "/cancel?k="],
    ["sealed for something else", async () => `/cancel?k=${await seal("notice", OWNER)}`],
  ])("a receipts key that is %s opens nothing", async (_, address) => {
    const asked = subscribed({});
    const broken = await page(await address());
    expect([broken.answer.status, asked]).toEqual([404, []]);
    expect(broken.see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });
});

it.each(["cancel", "withdraw", "renewal"])("an app's link opens /%s, by its path and by its name", async (name) => {
  for (const path of [`/${name}?`, `/redirect?to=${name}&`]) {
    const { headers } = await get(path + signedQuery());
    expect(headers.get("location")).toBe(`/${name}?via=app`);
  }
});
