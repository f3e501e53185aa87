import { describe, expect, it } from "vitest";
import { plans } from "~/upstream/contract/catalogue";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { anonymousSignup, profile } from "~/upstream/contract/visitor";
import { TOKEN_AGE_S } from "../../payments/links/signed-links";
import { ask, hasTaken, send, type Target } from "../../tools/contract/client";
import { purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { setUp } from "./buyer";
import { linkIn } from "./mailed-owner";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox, temporaryFolder } from "./running-sandbox";

const email = "somebody@example.com";
const recasign = "nojs.attempt.signature";

const signUp = (target: Target, changes: object = {}) =>
  ask(target, anonymousSignup, { body: { email, recasign, ...changes } });

const linksTo = async (target: Target, address: string) =>
  (await mailTo(target, address)).filter(({ subject }) => subject === "Your sign-in link for Vela VPN");

const profileOf = (target: Target, token: string) =>
  ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });

describe("signing up", () => {
  it("gives no token: a link goes to the address, in any case, which signs in to an account without a password", async () => {
    const target = await runningSandbox();
    await signUp(target, { email: email.toUpperCase() });
    const [letter, ...others] = await linksTo(target, email);
    expect(others).toEqual([]);
    const { searchParams, pathname } = linkIn(letter);
    expect([pathname, searchParams.get("sid")]).toEqual(["/account", "502"]);
    const user_id = Number(searchParams.get("uid"));
    const account = { user_id, email, is_password_set: 0, vip: { remain_time: 0 } };
    expect(await profileOf(target, searchParams.get("token") ?? "")).toEqual(account);
  });

  it("cannot be used to ask who is a customer: a buyer's address is answered as one that nobody knows", async () => {
    const target = await runningSandbox();
    const { email: known } = await paidOrder(target);
    const unknown = "nobody-yet@example.com";
    for (const address of [known, unknown, known, unknown])
      expect(await signUp(target, { email: address })).toEqual({ email: address, link_sent: true });
    expect(await linksTo(target, known)).toHaveLength((await linksTo(target, unknown)).length);
  });

  it("writes no more than three links an hour to an address, whoever asks for them", async () => {
    const target = await runningSandbox();
    for (let n = 0; n < 6; n += 1) await signUp(target);
    expect(await linksTo(target, email)).toHaveLength(3);
    target.pass(3_601);
    expect(await signUp(target)).toMatchObject({ link_sent: true });
    expect(await linksTo(target, email)).toHaveLength(4);
  });

  it("ten times at once makes one account", async () => {
    const target = await runningSandbox();
    await Promise.all(Array.from({ length: 10 }, () => signUp(target)));
    const users = (await linksTo(target, email)).map((letter) => linkIn(letter).searchParams.get("uid"));
    expect([users.length, new Set(users).size]).toEqual([3, 1]);
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

describe("a sign-up's token, which only a backend that cannot mail gives", () => {
  /** A backend of the specification, whose token is then sent to the full API on the same data. */
  async function signedUpAs(address: string) {
    const dataDir = await temporaryFolder();
    const bare = await runningSandbox({ dataDir, bareSeed: 7 });
    const { token = "" } = await signUp(bare, { email: address });
    await bare.sandbox.close();
    return { target: await runningSandbox({ dataDir }), token };
  }

  it("shows nothing that others bought with the address", async () => {
    const { target, token } = await signedUpAs(email);
    await paidOrder(target, { email });
    const told = await profileOf(target, token);
    expect(told).toEqual({ user_id: told.user_id, email, is_password_set: 0, vip: { remain_time: 0 } });
  });

  it("buys at no member's price, and in nobody's name", async () => {
    const { target, token } = await signedUpAs(email);
    await paidOrder(target, { email });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await ask(target, plans, { headers })).plans).toEqual((await ask(target, plans)).plans);
    const { user_id } = await profileOf(target, token);
    const fields = { ...(await purchaseFields(target, 1)), email };
    const sent = withKey({ ...fields, user_id });
    const named = { ...sent, headers: { ...sent.headers, ...headers } };
    await refused(target, { endpoint: soPurchase, sent: named }, 422, "user_unproven");
    const anonymous = withKey(fields);
    await ask(target, soPurchase, { ...anonymous, headers: { ...anonymous.headers, ...headers } });
  });

  it("is given to nobody who types an address that has an account", async () => {
    const bare = await runningSandbox({ bareSeed: 7 });
    await signUp(bare, { email });
    const again = await send(bare, anonymousSignup, { body: { email: email.toUpperCase(), recasign } });
    expect(hasTaken(again)).toBe(false);
  });

  it("is good for thirty days", async () => {
    const { target, token } = await signedUpAs(email);
    target.pass(TOKEN_AGE_S - 60);
    await profileOf(target, token);
    target.pass(60);
    const headers = { Authorization: `Bearer ${token}` };
    await refused(target, { endpoint: profile, sent: { headers } }, 401, "token_invalid");
  });
});

it("the app's own user has an account with a password", async () => {
  const target = await runningSandbox();
  const token = new URL(target.sandbox.signedLink("/")).searchParams.get("token") ?? "";
  expect(await profileOf(target, token)).toMatchObject({ email: "user100001@example.com", is_password_set: 1 });
});
