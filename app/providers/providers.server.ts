import { env } from "~/env.server";
import type { AppProvider } from "~/upstream/contract/app-purchase";
import { gap } from "./gap.server";
import { isPayProvider, type PayProvider } from "./pay-providers";
import { pd } from "./pd.server";
import type { AppFlow, ProviderFlow } from "./provider";
import { ps } from "./ps.server";
import { rb } from "./rb.server";
import { rz } from "./rz.server";
import { so } from "./so.server";
import { tpa } from "./tpa.server";

const FLOWS: Readonly<Record<PayProvider, ProviderFlow>> = { pd, ps, rz, rb, so };

const APP_FLOWS: Readonly<Record<AppProvider, AppFlow>> = { gap, tpa };

/** Providers a buyer may choose: on offer, known to the site and not switched off; in the order of the offer. */
export function availableProviders(offered: readonly string[]): PayProvider[] {
  const { providersOff } = env();
  return offered.filter(isPayProvider).filter((code) => !providersOff.includes(code));
}

export const flowOf = (code: PayProvider): ProviderFlow => FLOWS[code];

export const appFlowOf = (code: AppProvider): AppFlow => APP_FLOWS[code];
