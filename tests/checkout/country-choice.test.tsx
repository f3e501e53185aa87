import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CountryChoice } from "~/checkout/form/country-choice";
import { show } from "../shell/stage";

const COUNTRIES = [
  { code: "US", name: "United States" },
  { code: "GB", name: "United Kingdom" },
];

/** The list of countries, and which buttons have been pressed since. */
function shown() {
  const pressed: string[] = [];
  show(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pressed.push("sent");
      }}
    >
      <CountryChoice
        checkout={{ country: "US", countries: COUNTRIES, prices: "Prices in US$ · United States" }}
        sendsTo="/payment/year"
        error={undefined}
      />
    </form>,
  );
  return { list: screen.getByRole("combobox"), pressed };
}

it("a choice by finger or mouse counts at once", () => {
  const { list, pressed } = shown();
  fireEvent.pointerDown(list);
  fireEvent.change(list, { target: { value: "GB" } });
  expect(pressed).toEqual(["sent"]);
});

it("a choice by keys, which may pass other countries, waits for the button", () => {
  const { list, pressed } = shown();
  fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.change(list, { target: { value: "GB" } });
  expect(pressed).toEqual([]);
});
