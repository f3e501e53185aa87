import { describe, expect, it } from "vitest";
import { anonymousSignup } from "~/upstream/contract/sign-up";
import { profile } from "~/upstream/contract/visitor";
import { ask, type Target } from "../contract/client";
import { refused } from "../contract/purchases";
import { result, setUp } from "./buyer";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";

const email = "somebody@example.com";
const recasign = "nojs.attempt.signature";

const signUp = (target: Target, changes: object = {}) =>
  ask(target, anonymousSignup, { body: { email, recasign, ...changes } });

/** The token that a new account is given. */
async function newAccount(target: Target) {
  const { user_id, token = "", is_new, expires_in = 0 } = await signUp(target);
  return { user_id, token, is_new, expires_in };
}

const linksTo = async (target: Target, address: string) =>
  (await mailTo(target, address)).filter(({ subject }) => subject === "Your sign-in link for Vela VPN");

const profileOf = (target: Target, token: string) =>
  ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });

describe("signing up", () => {
  it("makes an account without a password, whose token the API knows", async () => {
    const target = await runningSandbox();
    const { user_id, token, is_new } = await newAccount(target);
    expect(is_new).toBe(true);
    expect(await profileOf(target, token)).toEqual({ user_id, email, is_password_set: 0, vip: { remain_time: 0 } });
  });

  it("once more, in any case, gives no token: a link goes to the address, which signs in to the account", async () => {
    const target = await runningSandbox();
    const first = await signUp(target);
    expect(await signUp(target, { email: email.toUpperCase() })).toEqual({ email, is_new: false, link_sent: true });
    const [letter, ...others] = await linksTo(target, email);
    expect(others).toEqual([]);
    const [, link = ""] = /^(http\S+)$/m.exec(letter?.text ?? "") ?? [];
    const { searchParams, pathname } = new URL(link);
    expect([pathname, searchParams.get("uid"), searchParams.get("sid")]).toEqual([
      "/account",
      `${first.user_id}`,
      "502",
    ]);
    expect(await profileOf(target, searchParams.get("token") ?? "")).toMatchObject({ user_id: first.user_id, email });
  });

  it("writes no more than three links an hour to an address, whoever asks for them", async () => {
    const target = await runningSandbox();
    for (let n = 0; n < 6; n += 1) await signUp(target);
    expect(await linksTo(target, email)).toHaveLength(3);
    target.pass(3_601);
    expect(await signUp(target)).toMatchObject({ link_sent: true });
    expect(await linksTo(target, email)).toHaveLength(4);
  });

  it("ten times at once makes one account, with one token", async () => {
    const target = await runningSandbox();
    const all = await Promise.all(Array.from({ length: 10 }, () => signUp(target)));
    expect(all.filter(({ is_new }) => is_new)).toHaveLength(1);
    expect(all.filter(({ token }) => token !== undefined)).toHaveLength(1);
  });

  it("gives a token that is good for as long as it says", async () => {
    const target = await runningSandbox();
    const { token, expires_in } = await newAccount(target);
    target.pass(expires_in - 60);
    await profileOf(target, token);
    target.pass(60);
    const headers = { Authorization: `Bearer ${token}` };
    await refused(target, { endpoint: profile, sent: { headers } }, 401, "token_invalid");
  });

  it("after buying does not let into the account that the purchase made", async () => {
    const target = await runningSandbox();
    const paid = await paidOrder(target);
    await result(target, paid);
    expect(await signUp(target, { email: paid.email })).not.toHaveProperty("token");
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
