import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EndLinksForm } from "~/receipts/receipts-page";
import { letDialogsOpen } from "../enhance/opening-dialogs";
import { intentsOf, sentForms, show } from "../shell/stage";

letDialogsOpen();

it("older links are ended only after a question, where scripts run", async () => {
  show(<EndLinksForm receiptKey="key" />, { page: "receipts" });
  const sent = sentForms();
  const press = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "End all older links" })));
  const answer = (name: string) =>
    act(async () => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name })));
  // The dialog is loaded after the page; before, the button sends at once.
  await vi.waitFor(async () => {
    await press();
    screen.getByRole("dialog", { name: "End all older links?" });
  }, 20_000);
  sent.length = 0;
  await answer("Go back");
  expect(sent).toEqual([]);
  await press();
  await answer("End all older links");
  expect(intentsOf(sent)).toEqual(["end-links"]);
});
