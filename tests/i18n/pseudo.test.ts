import { expect, it } from "vitest";
import { pseudo } from "~/i18n/messages.server";

it("English becomes accented and 40 % longer", () => {
  expect(pseudo("Choose a plan")).toBe("Chôôšë á pláñ~~~~~~");
});

it("placeholders and tags stay as they are", () => {
  const text = pseudo("Pay {{price}} and accept the <terms>terms</terms>");
  expect(text).toContain("{{price}}");
  expect(text).toContain("<terms>tërmš</terms>");
});
