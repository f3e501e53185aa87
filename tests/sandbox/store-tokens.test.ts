import { expect, it } from "vitest";
import { PROVIDERS_PATH } from "~/upstream/contract/endpoint";
import { storeTokens } from "~/upstream/contract/store-tokens";
import { ask } from "../../tools/contract/client";
import { purchase, purchaseFields, refused } from "../../tools/contract/purchases";
import { appleToken, fromApple } from "../visitor/store-tokens";
import { runningSandbox } from "./running-sandbox";

it("a store's token is taken, with a purchase and without one, and again", async () => {
  const target = await runningSandbox();
  for (let n = 0; n < 2; n += 1) await ask(target, storeTokens, { body: { store_token: fromApple() } });
  const fields = { ...(await purchaseFields(target)), store_token: fromApple() };
  const key = crypto.randomUUID();
  const first = await purchase(target, fields, key);
  const newer = { ...fields, store_token: fromApple(appleToken("newer")) };
  expect(await purchase(target, newer, key)).toEqual(first);
});

it.each([{}, { store_token: { store: "windows", token: "x" } }, { store_token: { store: "apple", token: "" } }])(
  "%j is none",
  async (body) => {
    await refused(await runningSandbox(), { endpoint: storeTokens, sent: { body } }, 422, "invalid_request");
  },
);

it("a backend that has only what is specified does not know the call, and names none", async () => {
  const { base } = await runningSandbox({ bareSeed: 7 });
  const answer = await fetch(base + storeTokens.path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ store_token: fromApple() }),
  });
  expect(answer.status).toBe(404);
  expect(await (await fetch(`${base}${PROVIDERS_PATH}/common/params`)).text()).not.toContain("store_tokens");
});
