import type { Page, Response } from "playwright-core";

/** The answer to the form that the page sends next; page views, which scripts send, are none. */
export const formAnswer = (page: Page): Promise<Response> =>
  page.waitForResponse(
    (response) => response.request().method() === "POST" && response.request().isNavigationRequest(),
  );
