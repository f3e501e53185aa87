import { setTimeout } from "node:timers/promises";
import type { Api } from "./apis/api";
import type { Buyer } from "./buyer";
import { type Page, PlainBrowser } from "./plain-browser";

/** Of a link that fails where failures are borne. */
const MOST_LOOKS = 60;
const PAUSE_MS = 500;

/**
 * Lets a buyer go on until they see that it worked.
 * @param onFailure hears of a request that failed, and has them go on or throws
 * @returns what is wrong then; empty where all is well
 */
export async function goToEnd(
  buyer: Buyer,
  api: Pick<Api, "faultsOf">,
  onFailure: (error: unknown) => void | Promise<void> = raise,
): Promise<string[]> {
  try {
    while (!buyer.isDone) {
      await buyer.pause();
      await buyer.take().catch(onFailure);
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const links = buyer.isServed ? await linkFaults(buyer, onFailure) : [];
  return [...(await api.faultsOf(buyer.email)), ...links];
}

const raise = (error: unknown): never => {
  throw error;
};

/** Every link of an order leads to its success, also where it has to be opened again. */
async function linkFaults({ links }: Buyer, onFailure: (error: unknown) => void | Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  for (const link of links) {
    const page = await pageOf(link, onFailure);
    const isSuccess = page?.status === 200 && page.address.pathname.endsWith("/paysuc");
    if (!isSuccess) faults.push(`an order was lost (${page?.address.pathname} ${page?.status}): ${link}`);
  }
  return faults;
}

/** Where a link leads in a browser that was never here; a page that fails is loaded again as often as `onFailure` bears it. */
async function pageOf(link: string, onFailure: (error: unknown) => void | Promise<void>): Promise<Page | undefined> {
  let page: Page | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    page = await new PlainBrowser().open({ address: new URL(link) }).catch(async (error: unknown) => {
      await onFailure(error);
      return undefined;
    });
    if (page !== undefined && page.status < 500) return page;
    if (page !== undefined && onFailure === raise) return page;
    await setTimeout(PAUSE_MS);
  }
  return page;
}
