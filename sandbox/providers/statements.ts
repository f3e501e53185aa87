import type { ProviderCode } from "~/upstream/contract/catalogue";

/** The merchant's name on the statement of a buyer who paid through each provider. */
export const STATEMENTS: Readonly<Record<ProviderCode, string>> = {
  so: "VPNCHECKOUT",
  pd: "PADDLE.NET* VPN",
  ps: "PAYPAL *VPNCHECKOUT",
  rb: "RB*VPNCHECKOUT",
  rz: "RAZ*VPNCHECKOUT",
};
