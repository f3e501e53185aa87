import { describe, expect, test } from "vitest";
import { bundleOf } from "~/i18n/messages.server";
import { FAULT_KINDS, type FaultKind } from "../../../sandbox/faults/fault";
import { Buyer } from "../../rig/buyer";
import { goToEnd } from "../../rig/check-buyer";
import type { Page } from "../../rig/plain-browser";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { type Addresses, startSite } from "../running-site";
import { setFault } from "../set-fault";
import { siteOfFile } from "../site-of-file";

/**
 * Buyers are told apart by their address, which the site passes on and a fault is set for. A purchase call that hangs is given
 * up after nine seconds rather than three minutes, so that these buyers see the end of it.
 */
const ownSite = siteOfFile(() => startSite({ TRUST_PROXY_HOPS: "1", PURCHASE_TIMEOUT_MS: "9000" }));

/** A purchase may fail with or without its effect; a question has none. */
const FAILURES = [
  { call: "soPurchase", moment: "before", effect: "and orders nothing" },
  { call: "soPurchase", moment: "after", effect: "though it has ordered" },
  { call: "soPurchaseResult", moment: "before", effect: "and nobody can say how the order stands" },
] as const;
const KINDS = FAULT_KINDS.filter((kind) => kind !== "none");
/** A call that nobody answers is not made again for the same page. */
const SILENT: readonly FaultKind[] = ["hang", "trickle"];

const LANG = "de";
const WORDS = ["global", "payment", "paystatus", "paysuc", "account"].map((name) => bundleOf(LANG, name));

/** Every page of the site says something, in the visitor's language. */
function expectWords({ address, status, content }: Page, { site }: Addresses): void {
  if (address.origin !== site) return;
  const heading = content.querySelector("h1")?.textContent ?? "";
  expect(JSON.stringify(WORDS), `${address.pathname} (${status})`).toContain(JSON.stringify(heading));
}

describe.each(FAILURES.map((failure, at) => ({ ...failure, at })))(
  "where $call fails $effect",
  ({ call, moment, at }) => {
    test.concurrent.each(KINDS.map((kind, index) => [kind, index] as const))(
      "by %s, a buyer reads why in their language and pays once in the end",
      async (kind, index) => {
        const { addresses } = await ownSite();
        const address = `10.0.${100 + at}.${100 + index}`;
        const times = SILENT.includes(kind) ? 1 : 2;
        await setFault(addresses, { call, kind, moment, times, match: address, retry_after: 1 });
        const buyer = new Buyer({
          site: addresses.site,
          provider: "so",
          outcome: { outcome: "approve" },
          lang: LANG,
          patienceMs: 300,
          headers: { "x-forwarded-for": address },
          onPage: (page) => expectWords(page, addresses),
        });
        expect(await goToEnd(buyer, addresses)).toEqual([]);
      },
    );
  },
);

journey("a status page that cannot ask says so, asks again and shows the success by itself", async (trip) => {
  const { visitor, site } = trip;
  await visitor.goPay("monthly");
  const [order] = await ordersOf(visitor);
  await setFault(site.addresses, { call: "soPurchaseResult", kind: "status_502", times: 4, match: order?.id });
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paystatus:unreachable.title"));
  await expectSuccess(visitor);
});
