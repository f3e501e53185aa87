import { isPayProvider, type PayProvider } from "~/checkout/pay-providers";
import { env } from "~/env.server";
import type { AppProvider } from "~/upstream/contract/app-purchase";
import type { AppFlow, ProviderFlow } from "./provider-flow";
import { gap } from "./providers/gap.server";
import { pd } from "./providers/pd.server";
import { ps } from "./providers/ps.server";
import { rb } from "./providers/rb.server";
import { rz } from "./providers/rz.server";
import { so } from "./providers/so.server";
import { tpa } from "./providers/tpa.server";

const FLOWS: Readonly<Record<PayProvider, ProviderFlow>> = { pd, ps, rz, rb, so };

const APP_FLOWS: Readonly<Record<AppProvider, AppFlow>> = { gap, tpa };

/** Providers a buyer may choose: on offer, known to the site and not switched off; in the order of the offer. */
export function availableProviders(offered: readonly string[]): PayProvider[] {
  const { providersOff } = env();
  return offered.filter(isPayProvider).filter((code) => !providersOff.includes(code));
}

export const flowOf = (code: PayProvider): ProviderFlow => FLOWS[code];

export const appFlowOf = (code: AppProvider): AppFlow => APP_FLOWS[code];
