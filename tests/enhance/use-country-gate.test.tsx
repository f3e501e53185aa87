import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { inTurn, useCountryGate } from "~/enhance/sending/use-single-submit";
import { show } from "../shell/stage";

const sent = vi.fn();

function Form({ isGated }: { isGated: boolean }) {
  const gate = useCountryGate(isGated, (button) => button?.value !== "apply-coupon");
  return (
    <form aria-label="pay" onSubmit={inTurn(gate.onSubmit, sent)}>
      <button type="submit" value="pay">
        Pay
      </button>
      <button type="submit" value="apply-coupon">
        Apply
      </button>
      <p role="status">{gate.isStopped && "Not possible from where you are"}</p>
    </form>
  );
}

/** Whether the browser sends the form. */
function press(name: string): boolean {
  sent.mockClear();
  const submitter = screen.getByRole("button", { name });
  return fireEvent(screen.getByRole("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
}

it("where nothing is sold the form is stopped, and says so in place", () => {
  show(<Form isGated={true} />);
  expect(press("Pay")).toBe(false);
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toBe("Not possible from where you are");
});

it("what is not closed there goes on", () => {
  show(<Form isGated={true} />);
  expect(press("Apply")).toBe(true);
  expect(sent).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toBe("");
});

it("anywhere else the form goes on", () => {
  show(<Form isGated={false} />);
  expect(press("Pay")).toBe(true);
  expect(sent).toHaveBeenCalledOnce();
});
