import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ClientLink } from "~/version/client-link";
import { noteNewVersion } from "~/version/document-due";
import { show } from "../shell/stage";

afterEach(() => sessionStorage.clear());

const page = (
  <>
    <input aria-label="E-mail" defaultValue="" />
    <ClientLink to="/payment/weekly?o=token">Weekly</ClientLink>
  </>
);

/** Follows the link. Whether the browser is left to load it as a document; here it does not. */
async function click(container: HTMLElement, at: () => string) {
  let isDocument = false;
  // Hears the click just after React does, at the same element.
  const hear = (event: Event) => {
    isDocument = event.cancelBubble;
    if (isDocument) event.preventDefault();
  };
  container.addEventListener("click", hear, { capture: true, once: true });
  await act(async () => fireEvent.click(screen.getByRole("link")));
  return { isDocument, at: at() };
}

it("changes the page in place while its build is the newest", async () => {
  const { container, router } = show(page, { at: "/payment/yearly" });
  const found = await click(container, () => router.state.location.pathname);
  expect(found).toEqual({ isDocument: false, at: "/payment/weekly" });
});

it("loads a document once a newer build is out, and the next one within ten seconds not", async () => {
  noteNewVersion();
  const { container, router } = show(page, { at: "/payment/yearly" });
  const at = () => router.state.location.pathname;
  expect(await click(container, at)).toEqual({ isDocument: true, at: "/payment/yearly" });
  expect(await click(container, at)).toEqual({ isDocument: false, at: "/payment/weekly" });
});

it("keeps what was entered: the page changes in place", async () => {
  noteNewVersion();
  const { container, router } = show(page, { at: "/payment/yearly" });
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "buyer@example.com" } });
  const found = await click(container, () => router.state.location.pathname);
  expect(found).toEqual({ isDocument: false, at: "/payment/weekly" });
});

it("changes the page in place where a document would lose what it has", async () => {
  noteNewVersion();
  const link = (
    <ClientLink to="/payment/weekly" keepsPage>
      Weekly
    </ClientLink>
  );
  const { container, router } = show(link, { at: "/payment/yearly" });
  const found = await click(container, () => router.state.location.pathname);
  expect(found).toEqual({ isDocument: false, at: "/payment/weekly" });
});

it.each(["https://pay.example/", "//pay.example", "javascript:alert(1)"])("is not made for %s", (to) => {
  expect(() => ClientLink({ to })).toThrow("not an address to navigate to");
});
