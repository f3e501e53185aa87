import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CancelPage } from "~/subscriptions/cancel-page";
import { show } from "../shell/stage";

const cardOf = (id: string) => ({
  id,
  plan: "1 year",
  state: "active" as const,
  form: { subscriptionId: id, action: "cancel" as const, attempt: `key-of-${id}` },
});

const ENDS_AS_PAID = { runsAsPaid: true, isWithoutRefund: true };

const cancel = (name: string) => {
  const button = screen.getByRole("button", { name });
  return act(async () => fireEvent.submit(button.closest("form") ?? button));
};

it("a subscription is cancelled once, however often its button is pressed; the others' stay", async () => {
  const view = {
    kind: "cards" as const,
    ...ENDS_AS_PAID,
    cards: [cardOf("sub_1"), { ...cardOf("sub_2"), plan: "1 month" }],
  };
  show(<CancelPage view={view} answer={undefined} />, { page: "cancel" });
  expect([await cancel("Cancel now 1 year"), await cancel("One moment…")]).toEqual([true, false]);
  expect(await cancel("Cancel now 1 month")).toBe(true);
});

it("a form carries all that the server asks for", () => {
  const form = { ...cardOf("sub_1").form, orderId: "ord_1" };
  show(
    <CancelPage
      view={{ kind: "cards", ...ENDS_AS_PAID, cards: [{ ...cardOf("sub_1"), form }] }}
      receiptKey="k1"
      answer={undefined}
    />,
    {
      page: "cancel",
    },
  );
  const sent = screen.getByRole("button").closest("form") ?? document.createElement("form");
  expect(sent.getAttribute("action")).toBe("/cancel?k=k1");
  expect(Object.fromEntries(new FormData(sent))).toEqual({
    intent: "cancel",
    subscription_id: "sub_1",
    order_id: "ord_1",
    attempt: "key-of-sub_1",
    csrf: "csrf-1",
  });
});
