import { expect, it } from "vitest";
import { z } from "zod";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import type { Target } from "../../tools/contract/client";
import { runningSandbox, SITE } from "./running-sandbox";

const signed = z.object({ address: z.url() });

const post = ({ base }: Target, wanted: object) =>
  fetch(`${base}/control/app-links`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wanted),
  });

it("a script gets a link of any app, for any user, as old as it likes", async () => {
  const target = await runningSandbox();
  const link = async (wanted: object) => {
    const { address } = signed.parse(await (await post(target, wanted)).json());
    return { address, query: signedLinkQuery.parse(Object.fromEntries(new URL(address).searchParams)) };
  };
  const fresh = await link({ to: "/redirect?to=receipts", sid: 114, user_id: 7 });
  const old = await link({ age_seconds: 3600 });
  expect(fresh.address).toMatch(`${SITE}/redirect?to=receipts&uid=7&sid=114&`);
  expect(fresh.query.sign).not.toBe(old.query.sign);
  expect(Number(fresh.query.sign_timestamp) - Number(old.query.sign_timestamp)).toBeGreaterThan(3590);
});

it("a person gets one by a form", async () => {
  const { base } = await runningSandbox();
  const body = new URLSearchParams({ to: "/receipts", sid: "114", user_id: "7", age_seconds: "0" });
  const page = await (await fetch(`${base}/control/app-links`, { method: "POST", body })).text();
  expect(page).toContain(`${SITE}/receipts?uid=7&amp;sid=114&amp;`);
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "receipts"])(
  "no link leads to %s",
  async (to) => {
    expect((await post(await runningSandbox(), { to })).status).toBe(422);
  },
);
