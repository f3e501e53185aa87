import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AccountPage } from "~/account/account-page";
import { letDialogsOpen } from "../enhance/opening-dialogs";
import { intentsOf, sentForms, show } from "../shell/stage";

letDialogsOpen();

/** The page of somebody who is signed in, and what its form sends. */
async function signedIn() {
  show(
    <AccountPage
      account={{ kind: "member", email: "a@example.com", isProven: true, hasReceipts: true }}
      cameFrom={undefined}
      again={undefined}
    />,
    { page: "account" },
  );
  return sentForms();
}
const pressLogout = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign out" })));
const answer = (name: string) =>
  act(async () => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name })));

it("logs out at once where there is no dialog", async () => {
  vi.stubGlobal("HTMLDialogElement", undefined);
  const sent = await signedIn();
  await pressLogout();
  expect(intentsOf(sent)).toEqual(["logout"]);
  vi.unstubAllGlobals();
});

it("with scripts asks first", async () => {
  const sent = await signedIn();
  // The dialog is loaded after the page; before, the button logs out at once.
  await vi.waitFor(async () => {
    await pressLogout();
    screen.getByRole("dialog", { name: "Sign out?" });
  }, 60_000);
  sent.length = 0;
  await answer("Stay signed in");
  expect(sent).toEqual([]);
  await pressLogout();
  await answer("Sign out");
  expect(intentsOf(sent)).toEqual(["logout"]);
});
