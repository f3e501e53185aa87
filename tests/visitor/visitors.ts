import { brandOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";

/** Somebody who came without an app's link. */
export const makeVisitor = (overrides: Partial<Visitor> = {}): Visitor => ({
  requestId: "req-1",
  browser: "browser-1",
  appType: 502,
  brand: brandOf(502),
  session: undefined,
  bearerFrom: undefined,
  caller: { requestId: "req-1", appType: 502, visitorIp: "192.0.2.1" },
  cps: undefined,
  channel: undefined,
  isCj: false,
  storeToken: undefined,
  isLight: false,
  hasWallet: undefined,
  isInApp: false,
  ...overrides,
});
