import { expect, inject, test } from "vitest";
import { ended, SITE, startProcess } from "../../host/started-process";
import { productionVariables, startProductionSite } from "../production-site";

test("production starts with an operator's own brand, and sells under it without a ribbon", async () => {
  const { page, stop } = await startProductionSite(inject("addresses").sandbox);
  const { status, body } = await page("/payment/yearly");
  expect(status).toBe(200);
  expect(body).toContain("https://www.vela-vpn.com/terms");
  expect(body).not.toMatch(/(www\.|support@)example\.com|class="ribbon/);
  await stop();
});

test.each(["1", "2"])(
  "production with the brands that come with the site does not start, and all that has to be written is told (%s)",
  async (WEB_CONCURRENCY) => {
    const { sandbox } = inject("addresses");
    const variables = { ...productionVariables(sandbox), PORT: "0", API_IDEMPOTENT: "1", WEB_CONCURRENCY };
    const { code, stderr } = await ended(startProcess(SITE, variables));
    expect(code).toBe(1);
    for (const field of ["termsUrl", "policyUrl", "supportEmail", "company", "storeLinks.ios", "promisedBy"])
      expect(stderr).toContain(`\n  default.json ${field}: `);
    expect(stderr).toContain("\n  101.json promisedBy: ");
    expect(stderr).not.toContain("    at ");
  },
);
