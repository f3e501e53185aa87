import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSingleSubmit } from "~/enhance/use-single-submit";
import { show } from "../shell/stage";

function Form() {
  const { isSending, onSubmit } = useSingleSubmit();
  return (
    <form aria-label="pay" onSubmit={onSubmit}>
      {isSending ? "One moment" : "Pay"}
    </form>
  );
}
const isSent = () => fireEvent.submit(screen.getByRole("form"));

function comeBack(persisted: boolean) {
  act(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
  });
}

it("a form goes once, however often it is clicked, and says that it is on its way", () => {
  show(<Form />);
  expect([isSent(), isSent(), isSent()]).toEqual([true, false, false]);
  expect(screen.getByRole("form").textContent).toBe("One moment");
});

it("a page that comes back from the browser's cache can send again", () => {
  show(<Form />);
  isSent();
  comeBack(true);
  expect(screen.getByRole("form").textContent).toBe("Pay");
  expect(isSent()).toBe(true);
});

it("a page that is loaded for the first time keeps what was sent meanwhile", () => {
  show(<Form />);
  isSent();
  comeBack(false);
  expect(isSent()).toBe(false);
});
