import { createHash } from "node:crypto";
import { JSDOM } from "jsdom";
import { expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "~/upstream/contract/endpoints";
import { choose, order } from "../buyer";
import { setFaults } from "../fault-lab";
import { runningSandbox, SITE, temporaryFolder } from "../running-sandbox";
import { openDatabaseOf } from "../shared-database";

const page = async (address: string) => (await fetch(address)).text();

it("the front door leads to the orders, each of which tells its story", async () => {
  const target = await runningSandbox();
  const { orderId, page: hosted } = await order(target);
  await choose(hosted, "approve");
  expect(await page(target.base)).toContain(`/control/orders/${orderId}`);
  const story = await page(`${target.base}/control/orders/${orderId}`);
  const { document } = new JSDOM(story).window;
  const lines = [...document.querySelectorAll(".timeline li p")].map((line) => line.textContent?.trim());
  expect(lines).toEqual([
    "Attempt 1 with so begun for 11.99 USD paying",
    "Attempt 1 with so sent to the provider",
    "Attempt 1 with so: 11.99 USD taken, and kept granting",
    expect.stringMatching(/^Granted until 20.* UTC done$/),
  ]);
  const recorded = [...document.querySelectorAll(".timeline details")].map((one) => one.textContent);
  expect(recorded[2]).toContain('"captureId": "cap_att_');
  for (const card of ["Attempt 1", "succeeded", "11.99 USD", "kept", "given"])
    expect([...document.querySelectorAll(".cards")].map((one) => one.textContent).join()).toContain(card);
});

it("an event of a kind that is not known any more is shown as it was recorded", async () => {
  const dataDir = await temporaryFolder();
  const target = await runningSandbox({ dataDir });
  const { orderId } = await order(target);
  const db = await openDatabaseOf(dataDir);
  await db
    .updateTable("events")
    .set({ type: "told_by_pigeon", detail: '{"event":"flown"}' })
    .where("type", "=", "sent")
    .execute();
  await db.destroy();
  const story = await page(`${target.base}/control/orders/${orderId}`);
  expect(story).toContain("As recorded: told_by_pigeon");
  expect(story).toContain("flown");
});

it.each([
  ["", "No orders yet", true],
  ["/subscriptions", "No subscriptions yet", true],
  ["/mailbox", "No mail yet", true],
  ["/mailbox?to=anna%40example.com", "No mail to anna@example.com", false],
  ["/events", "No events yet", true],
  ["/funnel", "No such events yet", true],
  ["/ledger", "No order is done yet", true],
  ["/faults", "Nothing goes wrong yet", false],
])("an empty page %s says what to do", async (place, words, leadsToSite) => {
  const { base } = await runningSandbox();
  const { document } = new JSDOM(await page(`${base}/control${place}`)).window;
  const empty = [...document.querySelectorAll(".empty")].find((one) => one.textContent?.includes(words));
  expect(empty?.querySelector("a")?.getAttribute("href") === SITE).toBe(leadsToSite);
  expect(empty).toBeDefined();
});

it("the mails are listed in the language that is chosen", async () => {
  const { base } = await runningSandbox();
  const listed = await page(`${base}/control/mails?lang=de`);
  for (const words of ["/control/mails/de/receipt-once.html", "/control/mails/de/receipt-once.txt", "Dein Beleg von"])
    expect(listed).toContain(words);
  expect(await page(`${base}/control/mails`)).toContain("Your receipt from");
  for (const path of ["mails?lang=xx", "mails?lang=de&lang=fr", "mails/de/nothing.html"])
    expect((await fetch(`${base}/control/${path}`)).status).toBe(404);
});

it("what is typed is text on it, never markup", async () => {
  const target = await runningSandbox();
  await setFaults(target, { kind: "empty", match: '<img src=x onerror="alert(1)">' });
  const shown = await page(`${target.base}/control/faults`);
  expect(shown).not.toContain("<img");
  expect(shown).toContain("&lt;img");
});

it("its policy allows its own style and icon and nothing else", async () => {
  const { sandbox, base } = await runningSandbox();
  const answer = await fetch(sandbox.controlUrl);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(answer.headers.get("Content-Security-Policy")).toBe(
    [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "img-src 'self'",
      `form-action 'self' ${SITE}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  const icon = await fetch(`${base}/favicon.svg`);
  expect(icon.headers.get("Content-Type")).toContain("image/svg+xml");
});

it.each([
  ["default_country", "Narnia"],
  ["order_lifetime_seconds", "0"],
  ["trial", "cheap"],
  ["monthly_renews", "seldom"],
])("refuses a %s of %s", async (name, value) => {
  const { base } = await runningSandbox();
  const body = new URLSearchParams({ [name]: value });
  expect((await fetch(`${base}/control/settings`, { method: "POST", body })).status).toBe(422);
});

it.each([
  "events",
  "funnel",
  "ledger",
  "mailbox",
  "subscriptions",
  "faults",
  "settings",
  "app-links",
  "app-purchases",
  "orders.json",
  "mailbox.json",
  "faults.json",
  "settings.json",
])("leads to %s", async (place) => {
  const { base } = await runningSandbox();
  const pages = await Promise.all(["", "/faults", "/settings"].map((path) => page(`${base}/control${path}`)));
  if (place !== "mailbox.json") expect(pages.join()).toContain(`href="/control/${place}"`);
  expect((await fetch(`${base}/control/${place}`)).status).toBe(200);
});

it("settings are shown as they were saved", async () => {
  const { base } = await runningSandbox();
  const body = new URLSearchParams({
    default_country: "FR",
    webhooks_so: "twice",
    trial: "free",
    monthly_renews: "off",
  });
  const shown = await (await fetch(`${base}/control/settings`, { method: "POST", body })).text();
  expect(shown).toContain('value="FR"');
  expect(shown).toMatch(/name="webhooks_so".*?<option value="twice" selected="">/);
  expect(shown).toMatch(/name="trial".*?<option value="free" selected="">/);
  expect(shown).toMatch(/name="monthly_renews".*?<option value="off" selected="">/);
});

it("a script changes the settings it names, and no others", async () => {
  const { base } = await runningSandbox();
  const change = (changes: object) =>
    fetch(`${base}/control/settings.json`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(changes),
    });
  await change({ default_country: "FR" });
  const changed = await change({ webhooks: "late", webhooks_late_seconds: 5 });
  const expected = { default_country: "FR", webhooks: "late", webhooks_late_seconds: "5", hold_grants: "off" };
  expect(await changed.json()).toMatchObject(expected);
  for (const mistake of [{ webhooks: "sometimes" }, { webhook: "late" }])
    expect((await change(mistake)).status).toBe(422);
  expect(await (await fetch(`${base}/control/settings.json`)).json()).toMatchObject(expected);
});

it("refuses settings that another site posts", async () => {
  const { base } = await runningSandbox();
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const response = await fetch(`${base}/control/settings`, { method: "POST", headers, body: new URLSearchParams() });
  expect(response.status).toBe(403);
});

it("does not swallow a long form", async () => {
  const { base } = await runningSandbox();
  const body = new URLSearchParams({ default_country: "U".repeat(10_000) });
  expect((await fetch(`${base}/control/settings`, { method: "POST", body })).status).toBe(413);
});

it("the OpenAPI description lists every call of the contract", async () => {
  const { base } = await runningSandbox();
  const description = z.object({
    openapi: z.literal("3.1.0"),
    paths: z.record(z.string(), z.record(z.string(), z.json())),
  });
  const { paths } = description.parse(await (await fetch(`${base}/openapi.json`)).json());
  const listed = Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((call) => `${call} ${path}`));
  const expected = Object.values(endpoints).map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  expect(listed.sort()).toEqual(expected.sort());
});

it("a call that does not exist is refused in the API's own error shape", async () => {
  const { base } = await runningSandbox();
  const response = await fetch(`${base}/api/mms/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "path_unknown" } });
});
