import type { Sender } from "../../mails/letter";
import { SELLER } from "../invoices/invoice";

/** Who writes and sells: what the site's file of the default brand says, too. */
export const SENDER: Sender = { appName: "Vela VPN", supportEmail: "support@example.com", company: SELLER };

/** The days in which a buyer may withdraw without a reason, by region, as the default brand's file has them. */
export const WITHDRAWAL_DAYS = { EEA: 14, GB: 14, TR: 14, IL: 14, AR: 10, BR: 7, KR: 7, TW: 7 };

/** Where a version of the terms can be read for good. */
export const termsAt = (version: string): string => `https://www.example.com/terms/${encodeURIComponent(version)}`;

/** Apps whose brands' files have no `openApp`: no code is mailed for them. */
export const WITHOUT_CODES: readonly number[] = [114];
