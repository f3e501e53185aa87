import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ErrorSummary, FieldMessage } from "~/forms/error-summary";
import { show } from "../shell/stage";

it("every mistake is a link to its field, in one alert with a heading", () => {
  const errors = [
    { field: "email", message: "Enter your e-mail address" },
    { field: "provider", message: "Choose how you want to pay" },
  ];
  show(<ErrorSummary errors={errors} />);
  const alert = screen.getByRole("alert", { name: "Please check your entries" });
  const links = within(alert).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Enter your e-mail address", "#email"],
    ["Choose how you want to pay", "#provider"],
  ]);
});

it("without mistakes there is no alert", () => {
  show(<ErrorSummary errors={[]} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a field without a mistake has no message", () => {
  show(<FieldMessage id="email-error" message={undefined} />);
  expect(document.querySelector("#email-error")).toBeNull();
});
