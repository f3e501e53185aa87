import { describe, expect, it } from "vitest";
import { z } from "zod";
import { commonParams } from "~/upstream/contract/catalogue";
import { rbCreateSubscription } from "~/upstream/contract/purchase-calls";
import { ask, type Target } from "../../tools/contract/client";
import { rb } from "../../tools/contract/providers";
import { newKey, purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { runningSandbox, SITE } from "./running-sandbox";

async function askToken(target: Target, changes: Record<string, string> = {}): Promise<Response> {
  const { recaptcha } = await ask(target, commonParams);
  const body = new URLSearchParams({ key: recaptcha?.site_key ?? "", action: "pay_submit", ...changes });
  return fetch(`${recaptcha?.host}/recaptcha/token`, { method: "POST", body });
}

const tokenFor = async (target: Target, action = "pay_submit") =>
  z.object({ token: z.string() }).parse(await (await askToken(target, { action })).json()).token;

const bodyWith = async (target: Target, recasign: string) => ({
  ...(await rb.bodyOf(target, await purchaseFields(target))),
  recasign,
});

const endpoint = rbCreateSubscription;

describe("a subscription guarded by the bot check", () => {
  it("is opened with a token of the script, and the token is good once", async () => {
    const target = await runningSandbox();
    const recasign = await tokenFor(target);
    await ask(target, endpoint, withKey(await bodyWith(target, recasign)));
    const sent = withKey(await bodyWith(target, recasign));
    await refused(target, { endpoint, sent }, 400, "token_refused");
  });

  it("is found again under its key without another token", async () => {
    const target = await runningSandbox();
    const body = await bodyWith(target, await tokenFor(target));
    const key = newKey();
    const { order_id } = await ask(target, endpoint, withKey(body, key));
    expect(await ask(target, endpoint, withKey(body, key))).toMatchObject({ order_id });
    expect(await ask(target, endpoint, withKey({ ...body, recasign: "" }, key))).toMatchObject({ order_id });
  });

  it("is refused with a token that is two minutes old, or was got for something else, or was made up", async () => {
    const target = await runningSandbox();
    const old = await tokenFor(target);
    const other = await tokenFor(target, "signup");
    target.pass(120);
    for (const recasign of [old, other, "made-up", "nojs."])
      await refused(target, { endpoint, sent: withKey(await bodyWith(target, recasign)) }, 400, "token_refused");
  });
});

describe("the bot check", () => {
  it("answers the site's pages, and no others", async () => {
    const target = await runningSandbox();
    expect((await askToken(target)).headers.get("Access-Control-Allow-Origin")).toBe(SITE);
  });

  it.each<Record<string, string>>([{ key: "another-site" }, { action: "" }, { action: "<b>" }])(
    "gives no token for %o",
    async (changes) => {
      const target = await runningSandbox();
      expect((await askToken(target, changes)).status).toBe(400);
    },
  );
});
