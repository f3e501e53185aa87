import type { Addresses } from "../../tests/journeys/running-site";
import { readLedger } from "../../tests/sandbox/ledger";
import type { Buyer } from "./buyer";
import { PlainBrowser, type Request } from "./plain-browser";

const MOST_REDIRECTS = 5;

/** Lets a buyer go on until they see that it worked. @returns what is wrong then; empty where all is well */
export async function goToEnd(buyer: Buyer, addresses: Addresses): Promise<string[]> {
  try {
    while (!buyer.isDone) {
      await buyer.pause();
      await buyer.take();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return faultsOf(buyer, addresses);
}

/** One charge is kept, what was paid for is granted once, and every link of the order leads to its success. */
async function faultsOf(buyer: Buyer, { sandbox }: Addresses): Promise<string[]> {
  const orders = await readLedger(sandbox, buyer.email);
  const charges = orders.flatMap((order) => order.charges);
  const grants = orders.flatMap((order) => order.grants);
  const kept = charges.filter(({ state }) => state === "kept");
  const faults: string[] = [];
  if (kept.length !== 1) faults.push(`${kept.length} charges were kept`);
  if (charges.length !== kept.length) faults.push(`${charges.length - kept.length} charges were not kept`);
  if (grants.length !== 1) faults.push(`${grants.length} grants were given`);
  for (const link of buyer.links) if (!(await leadsToSuccess(link))) faults.push(`an order was lost: ${link}`);
  return faults;
}

/** Also in a browser that was never here. */
async function leadsToSuccess(link: string): Promise<boolean> {
  const browser = new PlainBrowser();
  let next: Request = { address: new URL(link) };
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    const answer = await browser.send(next);
    if (answer.kind === "page") return answer.page.status === 200 && answer.page.address.pathname.endsWith("/paysuc");
    next = answer.to;
  }
  return false;
}
