import { stat } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import { profile } from "~/upstream/contract/visitor";
import { linkSigner, type SignedFields } from "../../payments/links/signed-links";
import { secretsIn } from "../../payments/secrets";
import { ask } from "../../tools/contract/client";
import { refused } from "../../tools/contract/purchases";
import { runningSandbox, SITE, temporaryFolder } from "./running-sandbox";
import { needsFile } from "./shared-database";

const NOW = 1_800_000_000_000;
const DAY_S = 24 * 3600;
const fieldsAt = (signedTime: number): SignedFields => ({
  purpose: "link",
  userId: "42",
  signedTime: String(signedTime),
  about: "t",
});

describe("a signed link", () => {
  it("opens a page of the site as a user whose token the API knows", async () => {
    const target = await runningSandbox();
    const link = new URL(target.sandbox.signedLink("/payment/yearly"));
    expect(link.href).toMatch(`${SITE}/payment/yearly?`);
    const { uid, sid, token } = signedLinkQuery.parse(Object.fromEntries(link.searchParams));
    expect(sid).toBe(101);
    const headers = { Authorization: `Bearer ${token}` };
    expect(await ask(target, profile, { headers })).toMatchObject({ user_id: uid, vip: { remain_time: 0 } });
  });

  it("carries a token that cannot be made another user's", async () => {
    const target = await runningSandbox();
    const token = new URL(target.sandbox.signedLink("/")).searchParams.get("token") ?? "";
    const headers = { Authorization: `Bearer ${token.replace(/^\d+/, "7")}` };
    await refused(target, { endpoint: profile, sent: { headers } }, 401, "token_invalid");
  });

  it.each([
    ["valid", 0],
    ["valid", DAY_S],
    ["too_old", DAY_S + 1],
    ["valid", -300],
    ["from_the_future", -301],
  ])("is %s at an age of %i seconds", async (verdict, age) => {
    const signer = linkSigner(secretsIn(await temporaryFolder()).links);
    const fields = fieldsAt(NOW / 1000 - age);
    expect(signer.verify(fields, signer.sign(fields), NOW)).toBe(verdict);
  });

  it("with a time in milliseconds has the same age", async () => {
    const signer = linkSigner(secretsIn(await temporaryFolder()).links);
    const fields = fieldsAt(NOW);
    expect(signer.verify(fields, signer.sign(fields), NOW)).toBe("valid");
  });

  it("with a field moved into its neighbour is forged", async () => {
    const signer = linkSigner(secretsIn(await temporaryFolder()).links);
    const digits = fc.stringMatching(/^[1-9]\d{10,12}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), (text, at) => {
        const whole = { ...fieldsAt(0), userId: text, signedTime: "1800000000" };
        const moved = { ...whole, userId: text.slice(0, at), signedTime: text.slice(at) + whole.signedTime };
        expect(signer.sign(moved)).not.toBe(signer.sign(whole));
      }),
    );
  });

  it("that is no signature at all is malformed", async () => {
    const signer = linkSigner(secretsIn(await temporaryFolder()).links);
    expect(signer.verify(fieldsAt(NOW / 1000), "zz", NOW)).toBe("malformed");
  });

  it("is signed with keys that only the owner of the data folder can read", needsFile, async () => {
    const { dataDir } = await runningSandbox();
    expect((await stat(join(dataDir, "link-keys.json"))).mode & 0o777).toBe(0o600);
  });
});
