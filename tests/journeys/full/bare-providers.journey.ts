import { PROVIDERS } from "~/upstream/contract/catalogue";
import { goPayAt, settleAt } from "../at-provider";
import { journey } from "../journey";
import { expectPaidOnce, expectSuccess, expectUncharged } from "../ledger";
import { cancelAt, expectStillWaiting, PROVIDER_PAIRS, turnToAnother, waitAt } from "../provider-steps";
import { startBareSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

const onBare = { ownSite: siteOfFile(startBareSite(2)) };

const TOLD = PROVIDERS.filter((provider) => provider !== "pd");

for (const provider of TOLD)
  journey(`${provider}: a buyer pays once on a bare backend`, onBare, async (trip) => {
    await goPayAt(trip, provider);
    await settleAt(trip, provider, "approve");
    await expectSuccess(trip.visitor);
  });

for (const [provider, other] of PROVIDER_PAIRS.filter(([one]) => one !== "pd")) {
  journey(
    `${provider}: declined on a bare backend, a buyer turns to ${other} in one tap and pays there`,
    onBare,
    (trip) => turnToAnother(trip, provider, other),
  );
  journey(`${provider}: whoever cancels on a bare backend finds their entries`, onBare, (trip) =>
    cancelAt(trip, provider),
  );
  journey(`${provider}: a payment that takes its time is waited for on a bare backend`, onBare, (trip) =>
    waitAt(trip, provider),
  );
}

for (const outcome of ["decline", "cancel"] as const)
  journey(`pd: of a payment whose status nobody tells (${outcome}) nothing is claimed`, onBare, async (trip) => {
    await goPayAt(trip, "pd");
    await settleAt(trip, "pd", outcome);
    await expectStillWaiting(trip.visitor);
    await expectUncharged(trip.visitor);
  });

journey(
  "pd: whoever comes back from a payment whose status nobody tells is charged once and asked for no second one",
  onBare,
  async (trip) => {
    await goPayAt(trip, "pd");
    await settleAt(trip, "pd", "approve");
    await expectStillWaiting(trip.visitor);
    await trip.page.reload();
    await expectStillWaiting(trip.visitor);
    await expectPaidOnce(trip.visitor);
  },
);
