import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { ErrorSummary, FieldMessage } from "~/forms/error-summary";
import { show } from "../shell/stage";

const ERRORS = [
  { field: "email", message: "Enter your email address" },
  { field: "provider", message: "Choose how you’d like to pay" },
];
const summary = <ErrorSummary heading="Please check your details" errors={ERRORS} />;

afterEach(() => {
  window.location.hash = "";
});

it("every mistake is a link to its field, in one alert with a heading", () => {
  show(summary);
  const alert = screen.getByRole("alert", { name: "Please check your details" });
  const links = within(alert).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Enter your email address", "#email"],
    ["Choose how you’d like to pay", "#provider"],
  ]);
});

it("it gets the focus, without scripts by an attribute", () => {
  show(summary);
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(renderToString(summary)).toMatch(/^<section [^>]*tabindex="-1" autofocus=""/);
});

it("the focus stays where a visitor is already, and where the address leads", () => {
  const { unmount } = show(<input aria-label="Coupon" ref={(field) => field?.focus()} />);
  const field = screen.getByRole("textbox");
  show(summary);
  expect(document.activeElement).toBe(field);
  unmount();
  window.location.hash = "#coupon";
  document.body.replaceChildren();
  show(summary);
  expect(document.activeElement).toBe(document.body);
});

it("without mistakes there is no alert", () => {
  show(<ErrorSummary heading={undefined} errors={[]} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a field without a mistake has no message", () => {
  show(<FieldMessage id="email-error" message={undefined} />);
  expect(document.querySelector("#email-error")).toBeNull();
});
