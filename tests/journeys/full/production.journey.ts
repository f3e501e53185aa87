import { expect, inject, test } from "vitest";
import { startProductionSite } from "../production-site";

test("production starts with an operator's own brand, and sells under it without a ribbon", async () => {
  const { page, stop } = await startProductionSite(inject("addresses").sandbox);
  const { status, body } = await page("/payment/yearly");
  expect(status).toBe(200);
  expect(body).toContain("https://www.vela-vpn.com/terms");
  expect(body).not.toMatch(/(www\.|support@)example\.com|class="ribbon/);
  await stop();
});
