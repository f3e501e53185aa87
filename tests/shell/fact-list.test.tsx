import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { FactList } from "~/shell/panels/fact-list";

const listOf = (texts: readonly (string | undefined)[]) =>
  render(<FactList facts={texts.map((text, at) => ({ label: `Fact ${at}`, text }))} />).container;

it("facts without text are left out, and the list with them", () => {
  expect([...listOf(["one", undefined]).querySelectorAll("dt")].map(({ textContent }) => textContent)).toEqual([
    "Fact 0",
  ]);
  expect(listOf([undefined]).querySelector("dl")).toBeNull();
});
