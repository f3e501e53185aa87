import type { BrowserContext } from "playwright-core";

/**
 * Listens for what no visitor should cause: words on the console (policy violations are among them), script errors,
 * requests to the site that fail, and answers of 400 and above except the expected ones.
 */
export function complaintsOf(context: BrowserContext, origin: string, expectedStatuses: readonly number[]): string[] {
  const complaints: string[] = [];
  const isOurs = (address: string) => address.startsWith(`${origin}/`);
  context.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    const { url } = message.location();
    if (isBad && !isAboutStatus(message.text(), expectedStatuses) && !isLateIcon(message.text(), url))
      complaints.push(`console: ${message.text()} ${url}`);
  });
  context.on("weberror", (failure) => complaints.push(`script error: ${failure.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (isOurs(request.url()) && !NO_FAILURES.includes(reason))
      complaints.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    const isBad = response.status() >= 400 && !expectedStatuses.includes(response.status());
    if (isBad && isOurs(response.url())) complaints.push(`answer: ${response.status()} ${response.url()}`);
  });
  return complaints;
}

/**
 * The page left before the answer came; or a browser without scripts did not load one (a breach of the policy is also on
 * the console).
 */
const NO_FAILURES = ["net::ERR_ABORTED", "csp"];

/** Chromium fetches a page's icon when it likes: in a journey that ends the site or the connection maybe after that. */
const isLateIcon = (text: string, url: string): boolean =>
  /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INTERNET_DISCONNECTED)$/.test(text) && url.endsWith(".svg");

/** Chromium also writes every such answer on the console. */
const isAboutStatus = (text: string, statuses: readonly number[]): boolean =>
  statuses.some((status) => text.includes(`the server responded with a status of ${status}`));
