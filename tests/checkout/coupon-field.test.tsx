import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CouponField } from "~/checkout/form/coupon-field";
import { show } from "../shell/stage";

/** The field in a form whose first button pays; tells which button the form was sent with. */
function showField(typed: string) {
  const sentWith = vi.fn();
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    const { nativeEvent } = event;
    const button = "submitter" in nativeEvent ? nativeEvent.submitter : undefined;
    sentWith(button instanceof HTMLButtonElement ? button.name : undefined);
  };
  show(
    <form onSubmit={onSubmit}>
      <button type="submit">Pay</button>
      <CouponField typed={typed} isRefused={false} applied={undefined} action="/payment/year" error={undefined} />
    </form>,
  );
  return { sentWith, field: screen.getByLabelText("Coupon") };
}

it("Enter in the field applies the coupon", () => {
  const { sentWith, field } = showField("WELCOME20");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(sentWith).toHaveBeenCalledExactlyOnceWith("intent=apply-coupon");
});

it.each([
  ["another key", { key: "a" }],
  ["Enter that chooses a suggestion of the keyboard", { key: "Enter", isComposing: true }],
])("%s does nothing of the kind", (_, pressed) => {
  const { sentWith, field } = showField("WELCOME20");
  fireEvent.keyDown(field, pressed);
  expect(sentWith).not.toHaveBeenCalled();
});

it("the field is folded away until somebody has a coupon", () => {
  expect(showField("").field.closest("details")?.open).toBe(false);
});

it("one that was typed is in sight", () => {
  expect(showField("OLD").field.closest("details")?.open).toBe(true);
});
