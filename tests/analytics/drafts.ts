import type { EventDraft } from "~/analytics/event-call.server";

export const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";

/** A page view of somebody in New York. */
export const makeDraft = (overrides: Partial<EventDraft> = {}): EventDraft => ({
  id: crypto.randomUUID(),
  name: "page_show",
  params: { route_name: "pricing___en", path: "/pricing", href: "http://localhost:3000/pricing" },
  at: Date.UTC(2026, 0, 31, 17, 0, 5, 250),
  frontId: FRONT_ID,
  userId: FRONT_ID,
  userProperties: { utm_source: "mail", channel: undefined },
  language: "en",
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)",
  appType: 502,
  appName: "VPN",
  address: "192.0.2.1",
  ...overrides,
});
