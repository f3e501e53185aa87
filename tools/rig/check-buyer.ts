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
  // Where pages fail a buyer has seen many links of one order: the first and the last one stand for all.
  const tried = onFailure === raise ? [...links] : [...new Set([...links].slice(0, 1).concat([...links].slice(-1)))];
  for (const link of tried) {
    const page = await pageOf(link, onFailure);
    if (!isSuccess(page)) faults.push(`an order was lost (${page?.address.pathname} ${page?.status}): ${link}`);
  }
  return faults;
}

const isSuccess = (page: Page | undefined): boolean =>
  page?.status === 200 && page.address.pathname.endsWith("/paysuc");

/** Where a link leads in a browser that was never here; what is no success is loaded again where `onFailure` bears failures. */
async function pageOf(link: string, onFailure: (error: unknown) => void | Promise<void>): Promise<Page | undefined> {
  let page: Page | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    page = await new PlainBrowser().open({ address: new URL(link) }).catch(async (error: unknown) => {
      await onFailure(error);
      return undefined;
    });
    if (isSuccess(page) || onFailure === raise) return page;
    await setTimeout(PAUSE_MS);
  }
  return page;
}
