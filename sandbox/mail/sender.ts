import type { Sender } from "../../mails/letter";
import { SELLER } from "../invoices/invoice";

/** Who writes and sells: what the site's file of the default brand says, too. */
export const SENDER: Sender = { appName: "Vela VPN", supportEmail: "support@example.com", company: SELLER };

/** The days in which a buyer may withdraw without a reason. */
export const WITHDRAWAL_DAYS = 14;

/** Where a version of the terms can be read for good. */
export const termsAt = (version: string): string => `https://www.example.com/terms/${encodeURIComponent(version)}`;
