import assert from "node:assert/strict";
import { commonParams, plans, prices } from "~/upstream/contract/catalogue";
import { checkCoupon } from "~/upstream/contract/coupons";
import { geoInfo, profile } from "~/upstream/contract/visitor";
import type { Check } from "../check";
import { ask } from "../client";
import { refused } from "../purchases";

const NO_SUCH_PRODUCT = "no-such-product";

export const readChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "payment providers are named",
    run: async (target) => {
      const { providers } = await ask(target, commonParams);
      assert.ok(providers && providers.length > 0);
    },
  },
  {
    name: "the country of an address is told",
    run: async (target) => {
      const headers = { "X-Forwarded-For": "192.0.2.7" };
      const { country_code } = await ask(target, geoInfo, { body: {}, headers });
      assert.match(country_code, /^([A-Z]{2})?$/);
    },
  },
  {
    name: "every plan has a price in the United States, and unknown products are left out",
    run: async (target) => {
      const { plans: all } = await ask(target, plans);
      const ids = all.map(({ product_id }) => product_id);
      const query = { product_ids: [...ids, NO_SUCH_PRODUCT].join(","), customer_country: "US" };
      const { products } = await ask(target, prices, { query });
      assert.deepEqual(products.map(({ product_id }) => product_id).sort(), [...ids].sort());
    },
  },
  {
    name: "prices without a country are refused in the contract's error shape",
    run: async (target) => {
      await refused(target, { endpoint: prices, sent: { query: { product_ids: "1" } } }, 422);
    },
  },
  {
    name: "a profile without a token is refused with code 401, which ends the session",
    run: async (target) => {
      const { code } = await refused(target, { endpoint: profile }, 401);
      assert.equal(code, 401);
    },
  },
  {
    name: "an invented token is refused with 401",
    run: async (target) => {
      const headers = { Authorization: "Bearer 1.1700000000.00" };
      await refused(target, { endpoint: profile, sent: { headers } }, 401);
    },
  },
  {
    name: "an unknown coupon is an answer, not an error",
    run: async (target) => {
      const { plans: all } = await ask(target, plans);
      const query = { coupon_id: "NO-SUCH-COUPON", product_id: all[0]?.product_id ?? "" };
      const { valid, reason } = await ask(target, checkCoupon, { query });
      assert.deepEqual({ valid, reason }, { valid: false, reason: "unknown" });
    },
  },
];
