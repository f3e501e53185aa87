import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { LoggedOut } from "~/shell/panels/notice";
import { letDialogsOpen } from "../enhance/opening-dialogs";
import { intentsOf, sentForms, show } from "./stage";

letDialogsOpen();

const QUESTION = { title: "Log in again?", text: "You have been logged out", stay: "Cancel", login: "Log in again" };

function ask() {
  show(<LoggedOut {...QUESTION} />, { at: "/payment/year" });
  return sentForms();
}

it("the question is a form on the page, which says where to come back to", () => {
  const sent = ask();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    csrf: "csrf-1",
    page: "payment",
    plan: "year",
    "intent=stay": "",
  });
});

it("with scripts a dialog asks in front of the page, and presses the form's own buttons", async () => {
  const sent = ask();
  const dialog = await screen.findByRole("dialog", { name: "Log in again?" });
  const login = within(dialog).getByRole("button", { name: "Log in again" });
  await act(async () => fireEvent.click(login));
  expect(intentsOf(sent)).toEqual(["login"]);
  expect(login.getAttribute("aria-busy")).toBe("true");
});

it("a dialog that is closed leaves the question on the page", async () => {
  ask();
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Log in again" })).toBeDefined();
});
