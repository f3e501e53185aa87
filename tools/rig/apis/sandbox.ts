import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type Addresses, startSite } from "../../../tests/journeys/running-site";
import { readLedger } from "../../../tests/sandbox/ledger";
import { countBooks } from "../books";
import type { Api, Attacked } from "./api";

/** The sandbox beside a site. */
export const sandboxOf = ({ sandbox }: Pick<Addresses, "sandbox">): Api => ({
  providers: PROVIDERS,
  pays: { outcome: "approve" },
  habits: [[{ outcome: "approve" }], [{ outcome: "approve_repeatedly" }], [{ outcome: "pending", seconds: "1" }]],
  ordersOf: (email) => readLedger(sandbox, email),
  faultsOf: (email) => faultsIn(sandbox, email),
});

/** One charge is kept, and what was paid for is granted once. */
async function faultsIn(sandbox: string, email: string): Promise<string[]> {
  const orders = await readLedger(sandbox, email);
  const charges = orders.flatMap((order) => order.charges);
  const grants = orders.flatMap((order) => order.grants);
  const kept = charges.filter(({ state }) => state === "kept");
  const faults: string[] = [];
  if (kept.length !== 1) faults.push(`${kept.length} charges were kept`);
  if (charges.length !== kept.length) faults.push(`${charges.length - kept.length} charges were not kept`);
  if (grants.length !== 1) faults.push(`${grants.length} grants were given`);
  return faults;
}

/** A site as `npm start` runs it: its sandbox dies with it. */
export async function startSandboxSite(): Promise<Attacked> {
  const { addresses, dataDir, kill, restart, stop } = await startSite();
  return {
    site: addresses.site,
    api: sandboxOf(addresses),
    kill: async () => {
      await kill();
      return 1;
    },
    restart,
    countBooks: async (score, served) => countBooks(score, dataDir, served),
    stop,
  };
}
