import { describe, expect, it } from "vitest";
import { anonymousSignup } from "~/upstream/contract/sign-up";
import { profile } from "~/upstream/contract/visitor";
import { ask, type Target } from "../contract/client";
import { refused } from "../contract/purchases";
import { result, setUp } from "./buyer";
import { paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";

const DAY_S = 86_400;
const email = "somebody@example.com";
const recasign = "nojs.attempt.signature";

const signUp = (target: Target, changes: object = {}) =>
  ask(target, anonymousSignup, { body: { email, recasign, ...changes } });

const profileOf = (target: Target, token: string) =>
  ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });

describe("signing up", () => {
  it("makes an account without a password, whose token the API knows", async () => {
    const target = await runningSandbox();
    const { user_id, token, is_new } = await signUp(target);
    expect(is_new).toBe(true);
    expect(await profileOf(target, token)).toEqual({ user_id, email, is_password_set: 0, vip: { remain_time: 0 } });
  });

  it("once more, in any case, is signing in to the same account", async () => {
    const target = await runningSandbox();
    const first = await signUp(target);
    const again = await signUp(target, { email: email.toUpperCase() });
    expect(again).toMatchObject({ user_id: first.user_id, email, is_new: false });
  });

  it("ten times at once makes one account", async () => {
    const target = await runningSandbox();
    const all = await Promise.all(Array.from({ length: 10 }, () => signUp(target)));
    expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(1);
    expect(all.filter(({ is_new }) => is_new)).toHaveLength(1);
  });

  it("gives a token that is good for as long as it says", async () => {
    const target = await runningSandbox();
    const { token, expires_in = 0 } = await signUp(target);
    target.pass(expires_in - 60);
    await profileOf(target, token);
    target.pass(60);
    const headers = { Authorization: `Bearer ${token}` };
    await refused(target, { endpoint: profile, sent: { headers } }, 401, "token_invalid");
  });

  it("after buying finds the account that the purchase made, and what was bought", async () => {
    const target = await runningSandbox();
    const paid = await paidOrder(target);
    const { account } = await result(target, paid);
    const { user_id, token, is_new } = await signUp(target, { email: paid.email });
    expect({ user_id, is_new }).toEqual({ user_id: account?.user_id, is_new: false });
    expect((await profileOf(target, token)).vip.remain_time).toBeGreaterThan(29 * DAY_S);
  });

  it("is refused without proof that a person is there", async () => {
    const target = await runningSandbox();
    const sent = { body: { email, recasign: "" } };
    const { code, error } = await refused(target, { endpoint: anonymousSignup, sent }, 400, "token_empty");
    expect({ code, message: error.message }).toEqual({ code: 40001, message: "token is empty" });
  });

  it("is refused with the site's own proof where the control page says so, which ends no session", async () => {
    const target = await runningSandbox();
    await setUp(target, { own_proofs: "refused" });
    const sent = { body: { email, recasign } };
    const { code } = await refused(target, { endpoint: anonymousSignup, sent }, 403, "proof_refused");
    expect(code).toBe(40301);
  });

  it("is refused with what is no address", async () => {
    const target = await runningSandbox();
    const sent = { body: { email: "no address", recasign } };
    await refused(target, { endpoint: anonymousSignup, sent }, 422, "email_invalid");
  });
});

it("the app's own user has an account with a password", async () => {
  const target = await runningSandbox();
  const token = new URL(target.sandbox.signedLink("/")).searchParams.get("token") ?? "";
  expect(await profileOf(target, token)).toMatchObject({ email: "user100001@example.com", is_password_set: 1 });
});
