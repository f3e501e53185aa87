import { describe, expect, it } from "vitest";
import { plans } from "~/upstream/contract/catalogue";
import { ask, send } from "../../../tools/contract/client";
import { pd, rz, so } from "../../../tools/contract/providers";
import { refused, withKey } from "../../../tools/contract/purchases";
import { choose, formOf, historiesOf, order, orderAt, result, setUp } from "../buyer";
import { paid } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { signedAs } from "../signed-as";

const FREE = { plan_id: "weekly", amount: 0 };
const ANNA = "anna.b@gmail.com";
/** The same mailbox. */
const ANNA_TOO = "annab+2@googlemail.com";

async function selling(settings: Record<string, string>) {
  const target = await runningSandbox();
  const set = (more: Record<string, string> = {}) => setUp(target, { default_country: "US", ...settings, ...more });
  await set();
  const trialOf = async (email: string) => withKey(await formOf(target, { ...FREE, email, browser: "hers" }));
  return { target, set, trialOf };
}

/** What two calls sent at once are answered, in the order of the statuses. */
async function atOnce({ target, trialOf }: Awaited<ReturnType<typeof selling>>, emails: [string, string]) {
  const [one, other] = await Promise.all(emails.map(trialOf));
  const answers = await Promise.all([send(target, so.purchase, one), send(target, so.purchase, other)]);
  return answers.map(({ status }) => status).sort();
}

describe.each(["free", "free_without_card"])("a trial (%s) that is ordered twice at once", (trial) => {
  it("in two tabs is sold once", async () => {
    const shop = await selling({ trial });
    expect(await atOnce(shop, [ANNA, ANNA])).toEqual([200, 409]);
  });

  it("under two spellings of one mailbox is sold once", async () => {
    const shop = await selling({ trial });
    expect(await atOnce(shop, [ANNA, ANNA_TOO])).toEqual([200, 409]);
  });
});

describe("a trial", () => {
  it("under way in one browser is sold in another one to the same mailbox, too", async () => {
    const { target } = await selling({ trial: "free" });
    await orderAt(target, pd, { ...FREE, email: ANNA, browser: "hers" });
    const { page } = await orderAt(target, rz, { ...FREE, email: ANNA_TOO, browser: "another" });
    expect(page).toContain("/hosted/rz/");
  });

  it.each(["free", "free_without_card"])("that is paid but not granted yet counts as used (%s)", async (trial) => {
    const { target, set, trialOf } = await selling({ trial, hold_grants: "on" });
    const first = await order(target, { ...FREE, email: ANNA, browser: "hers" });
    if (trial === "free") await choose(first.page, "approve");
    expect(await result(target, first)).toMatchObject({ order_state: "granting" });
    await refused(target, { endpoint: so.purchase, sent: await trialOf(ANNA) }, 409, "order_live");
    const elsewhere = withKey(await formOf(target, { ...FREE, email: ANNA_TOO, browser: "another" }));
    await refused(target, { endpoint: so.purchase, sent: elsewhere }, 422, "trial_used");
    await set({ hold_grants: "off" });
    await result(target, first);
    await refused(target, { endpoint: so.purchase, sent: await trialOf(ANNA_TOO) }, 422, "trial_used");
  });

  it("of an account is not shown to it while it is paid but not granted yet, and is while it is under way", async () => {
    const { target } = await selling({ trial: "free", hold_grants: "on" });
    const { searchParams } = new URL(target.sandbox.signedLink("/"));
    const headers = { Authorization: `Bearer ${searchParams.get("token")}` };
    const shown = async () =>
      (await ask(target, plans, { headers })).plans.find(({ id }) => id === "weekly")?.trial_price;
    const { page } = await order(target, { ...FREE, ...(await signedAs(target, Number(searchParams.get("uid")))) });
    expect(await shown()).toBe(0);
    await choose(page, "approve");
    expect(await shown()).toBeUndefined();
  });

  it("is another person's where only the service could tell the mailboxes apart", async () => {
    const { target, trialOf } = await selling({ trial: "free" });
    await paid(target, { ...FREE, email: "anna.b@example.com" });
    expect((await send(target, so.purchase, await trialOf("annab@example.com"))).status).toBe(200);
    expect(await historiesOf(target, "annab@example.com")).toHaveLength(1);
  });
});
