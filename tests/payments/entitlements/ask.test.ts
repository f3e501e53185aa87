import { describe, expect, it } from "vitest";
import { profile } from "~/upstream/contract/visitor";
import { entitlement } from "../../../payments/entitlements/ask";
import { ask } from "../../../tools/contract/client";
import { paid } from "../../sandbox/paid";
import { type Running, runningSandbox } from "../../sandbox/running-sandbox";
import { signedAs } from "../../sandbox/signed-as";
import { MEMBER, memberHeaders } from "../../sandbox/subscriber";

const KEY = "an operator's key of these tests, of 32 or more";
const running = () => runningSandbox({ operatorKey: KEY });

const asking = ({ base }: Running, path: string, init: RequestInit = { headers: { Authorization: `Bearer ${KEY}` } }) =>
  fetch(`${base}/entitlements${path}`, init);

const asked = async (target: Running, path: string) => entitlement.parse(await (await asking(target, path)).json());

/** The user whom the sandbox's own links sign in. */
const USER = 100001;

describe("the operator asks", () => {
  it("what somebody has, by address in any case and by number", async () => {
    const target = await running();
    const { email } = await paid(target);
    const found = await asked(target, `?email=${encodeURIComponent(email.toUpperCase())}`);
    expect(found).toMatchObject({ email: email.toLowerCase(), is_active: true, source: "web" });
    expect(Date.parse(found.paid_until ?? "")).toBeGreaterThan(Date.now());
    expect(await asked(target, `/${found.user_id}`)).toEqual(found);
  });

  it("of a user of the app, and is told what their profile tells", async () => {
    const target = await running();
    await paid(target, { email: MEMBER, ...(await signedAs(target, USER)) });
    const { vip } = await ask(target, profile, { headers: memberHeaders(target) });
    const { paid_until, is_active } = await asked(target, `/${USER}`);
    expect(is_active).toBe(true);
    expect(Math.abs(Date.parse(paid_until ?? "") - Date.now() - vip.remain_time * 1000)).toBeLessThan(10_000);
  });

  it("of somebody whom nobody knows, and is told that they have nothing", async () => {
    const target = await running();
    const nothing = {
      ...{ paid_until: null, is_active: false, plan_id: null, renews: false },
      ...{ past_due_since: null, source: null },
    };
    expect(await asked(target, "/4711")).toEqual({ user_id: 4711, email: null, ...nothing });
    expect(await asked(target, "?email=nobody@example.com")).toEqual({
      user_id: null,
      email: "nobody@example.com",
      ...nothing,
    });
    expect((await asking(target, "?email=nobody")).status).toBe(422);
  });

  it("and gets no answer without the key, or where there is none", async () => {
    const target = await running();
    expect((await asking(target, "/1", {})).status).toBe(401);
    expect((await asking(target, "/1", { headers: { Authorization: `Bearer ${KEY}x` } })).status).toBe(401);
    expect((await asking(await runningSandbox(), "/1")).status).toBe(404);
  });
});

describe("the operator ends what was signed for an account", () => {
  it("so that its tokens are not good any more, and new ones are", async () => {
    const target = await running();
    const headers = memberHeaders(target);
    expect((await ask(target, profile, { headers })).user_id).toBe(USER);
    const ended = await asking(target, `/${USER}/end_links`, {
      method: "POST",
      headers: { Authorization: `Bearer ${KEY}` },
    });
    expect(await ended.json()).toMatchObject({ user_id: USER });
    await expect(ask(target, profile, { headers })).rejects.toThrow();
    target.pass(1);
    expect((await ask(target, profile, { headers: memberHeaders(target) })).user_id).toBe(USER);
  });

  it("with the key only", async () => {
    const target = await running();
    expect((await asking(target, `/${USER}/end_links`, { method: "POST" })).status).toBe(401);
    expect((await ask(target, profile, { headers: memberHeaders(target) })).user_id).toBe(USER);
  });
});

it("links are signed with the operator's own key, where one is set", async () => {
  const linkKeys = { current: "the operator's key of 32 characters or more", previous: "x".repeat(32) };
  const [one, other] = [await runningSandbox({ linkKeys }), await runningSandbox({ linkKeys })];
  expect((await ask(one, profile, { headers: memberHeaders(other) })).user_id).toBe(USER);
});
