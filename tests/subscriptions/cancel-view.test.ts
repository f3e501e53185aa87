import { expect, it } from "vitest";
import { cancelView } from "~/subscriptions/page-views.server";
import { whereabouts } from "~/upstream/contract/deadlines";
import { makeSubscription } from "../mocks/builders";

const OWNER = { user_id: 1, signed_time: "1782813600", sign: "s" };

const shown = (given: Parameters<typeof makeSubscription>[0], monthsNoticeIn?: string[]) =>
  cancelView(
    "en",
    {
      kind: "list",
      by: "link",
      refused: [],
      key: undefined,
      owners: [OWNER],
      subscriptions: [{ ...makeSubscription(given), owner: OWNER }],
      names: new Map(),
      place: whereabouts("DE"),
    },
    { selling: { monthsNoticeIn } },
  );

it("plans run to the end of what is paid, unless the payments API or the brand says otherwise", () => {
  expect(shown({})).toMatchObject({ runsAsPaid: true, cards: [{ lastDay: undefined, refund: undefined }] });
  expect(shown({}, ["DE"])?.runsAsPaid).toBe(false);
  expect(shown({ cancellation: { ends_day: "2026-01-31" } })?.runsAsPaid).toBe(false);
});

it("of one that was cancelled nothing is said to end it, and what goes back stays said", () => {
  const refund = { amount: 1800, currency: "JPY" };
  const [card] = shown({ state: "ending", cancellation: { ends_day: "2026-01-31", refund } })?.cards ?? [];
  expect(card).toMatchObject({ lastDay: undefined, refund: "¥1,800" });
});
