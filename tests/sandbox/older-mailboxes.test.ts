import { expect, it } from "vitest";
import { send } from "../../tools/contract/client";
import { so } from "../../tools/contract/providers";
import { withKey } from "../../tools/contract/purchases";
import { formOf } from "./buyer";
import { takeBack } from "./older-database";
import { paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";
import { needsFile } from "./shared-database";

const TRIAL = { plan_id: "weekly", amount: 0.99 };

it("who had a trial before their mail service was known has no second one in another spelling", needsFile, async () => {
  const before = await runningSandbox();
  await paidOrder(before, { ...TRIAL, email: "anna.b@protonmail.com" });
  await before.sandbox.close();
  takeBack(before.dataDir, "016-mailboxes-again");
  const after = await runningSandbox({ dataDir: before.dataDir });
  const form = await formOf(after, { ...TRIAL, email: "annab@proton.me", browser: "another" });
  expect(await send(after, so.purchase, withKey(form))).toMatchObject({
    status: 422,
    json: { error: { code: "trial_used" } },
  });
});
