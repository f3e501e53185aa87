import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it } from "vitest";
import { LastResort } from "~/shell/last-resort";
import { LeadHome } from "~/shell/refresh";
import { ROUTER_FUTURE } from "./stage";

const WITH_STATUS = { status: 503, statusText: "", internal: false, data: {} };

/** The app-level error screen, as the root shows it where its own loader threw. */
function fail(at: string, error: unknown) {
  const screen = (
    <>
      <LeadHome />
      <LastResort />
    </>
  );
  const root = { id: "root", path: "*", element: null, errorElement: screen };
  const router = createMemoryRouter([root], {
    initialEntries: [at],
    hydrationData: { errors: { root: error } },
    future: ROUTER_FUTURE,
  });
  const { container } = render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  // React puts a page's meta elements where they are rendered, in a test into the container.
  const refresh = container.querySelector("meta[http-equiv=refresh]")?.getAttribute("content");
  return { refresh, text: container.textContent };
}

it("an error with a status leads home after it has said so", () => {
  const { refresh, text } = fail("/pricing", WITH_STATUS);
  expect(refresh).toBe("10;url=/");
  expect(text).toContain("You will be taken to the home page in 10 seconds.");
});

it.each([
  ["the home page, which would go round for ever", "/", WITH_STATUS],
  ["an order", "/paystatus?o=token", WITH_STATUS],
  ["receipts", "/receipts?k=key", WITH_STATUS],
  ["a crash, which has no status", "/pricing", new Error("boom")],
])("it stays at %s", (_, at, error) => {
  const { refresh, text } = fail(at, error);
  expect(refresh).toBeUndefined();
  expect(text).not.toContain("You will be taken");
});
