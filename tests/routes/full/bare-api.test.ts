import { beforeAll, expect, it, onTestFinished } from "vitest";
import { env } from "~/env.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { upstream } from "../../mocks/server";
import { runningSandbox } from "../../sandbox/running-sandbox";
import { page } from "../site";

beforeAll(() => upstream.close());

it.each([1, 7, 42])(
  "a backend of the specification sells: home and checkout show its plans (seed %i)",
  async (seed) => {
    const { base } = await runningSandbox({ bareSeed: seed });
    const usual = env().apiBaseUrl;
    env().apiBaseUrl = base;
    onTestFinished(() => {
      env().apiBaseUrl = usual;
    });
    // On a busy machine the country may come too late: then it is the plan's own price.
    const home = await page("/");
    expect([home.answer.status, home.document.body.textContent]).toEqual([
      200,
      expect.stringMatching(/(£42.99|\$47.88) for 1 year/),
    ]);
    const checkout = await page("/payment/yearly");
    expect(checkout.answer.status).toBe(200);
    // All but the one that works in India only.
    expect(checkout.document.querySelectorAll('form.pay input[name="provider"]')).toHaveLength(PROVIDERS.length - 1);
  },
  // The first one loads the whole app and starts a sandbox.
  60_000,
);
