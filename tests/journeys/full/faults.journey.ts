import { expect, test } from "vitest";
import { countBooks } from "../../../tools/rig/books";
import { injectFaults, someCells } from "../../../tools/rig/faults";
import { newScore, wrongIn } from "../../../tools/rig/score";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { startSite } from "../running-site";
import { setFault, takeBackFaults } from "../set-fault";
import { siteOfFile } from "../site-of-file";
import { ORDINARY_WAITS } from "../started-child";

/** How many of the cells are tried here; the rig tries them all. */
const CELLS = 60;

test("whichever call fails in whichever way, every page says so in its language, and who buys pays once", async () => {
  // Buyers are told apart by the address of their browser. A purchase call that hangs is given up sooner than for real ones.
  const site = await startSite({ ...ORDINARY_WAITS, PURCHASE_TIMEOUT_MS: "9000" });
  const score = newScore("faults");
  try {
    const cells = someCells(CELLS, 1);
    countBooks(score, site.dataDir, await injectFaults(score, site, cells, { seed: 1, report: () => {} }));
  } finally {
    await site.stop();
  }
  expect(wrongIn(score)).toEqual([]);
  expect(score.faults).toBeGreaterThan(CELLS / 2);
});

/** The page asks again and again, and the site's watch asks as well: a site that others share would take the API for broken. */
const ownSite = siteOfFile(startSite);

journey(
  "a status page that cannot ask says so, asks again and shows the success by itself",
  { ownSite },
  async (trip) => {
    const { visitor, site } = trip;
    await visitor.goPay("monthly");
    const [{ id } = { id: "" }] = await ordersOf(visitor);
    await setFault(site.addresses, { call: "soPurchaseResult", kind: "status_502", match: id });
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paystatus:unreachable.title"));
    await takeBackFaults(site.addresses, id);
    await expectSuccess(visitor);
  },
);
