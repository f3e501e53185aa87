import { randomUUID } from "node:crypto";
import { DEFAULT_LOCALE, type LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { atProvider, goOnFrom, payForm } from "../../rig/next-request";
import { type Page, PlainBrowser, type Request } from "../../rig/plain-browser";
import { type Step, stepOf } from "../../rig/steps";

interface Purchase {
  site: string;
  lang?: LocaleCode;
  /** What the browser says beside. */
  headers?: Readonly<Record<string, string>>;
  /** Told of every page that is shown, with the browser that got it. */
  onPage?: (page: Page, step: Step, browser: PlainBrowser) => Promise<void>;
}

const MOST_REQUESTS = 30;

let buyers = 0;

/** Buys the yearly plan by forms and links, from the form to the page that says it worked. @throws where there is no end to it */
export async function buy({ site, lang = DEFAULT_LOCALE, headers, onPage }: Purchase): Promise<void> {
  buyers += 1;
  // What one address may do in a minute is limited.
  const address = `10.201.${buyers >> 8}.${buyers & 255}`;
  const browser = new PlainBrowser({ "accept-language": lang, "x-forwarded-for": address, ...headers });
  const email = `bench-${randomUUID()}@example.com`;
  let request: Request = { address: new URL(inLanguage(lang, "/payment/yearly"), site) };
  for (let made = 0; made < MOST_REQUESTS; made += 1) {
    const step = stepOf(request);
    const answer = await browser.send(request);
    if (answer.kind === "redirect") {
      request = answer.to;
      continue;
    }
    await onPage?.(answer.page, step, browser);
    if (step === "success") return;
    request = nextFrom(answer.page, step, email);
  }
  throw new Error(`there is no end to it at ${request.address}`);
}

function nextFrom(page: Page, step: Step, email: string): Request {
  if (step === "form" || step === "pay") return payForm(page, { email, provider: "so" });
  if (step === "payment page" || step === "outcome") return atProvider(page, { outcome: "approve" });
  return goOnFrom(page).request;
}
