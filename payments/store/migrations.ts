import type { Migration } from "kysely";
import { tables } from "./migrations/001-tables";
import { providers } from "./migrations/002-providers";
import { accountsAndInvoices } from "./migrations/003-accounts-and-invoices";
import { faultsAndWebhooks } from "./migrations/004-faults-and-webhooks";
import { toldOrders } from "./migrations/005-told-orders";
import { keyOfAttempt } from "./migrations/006-key-of-attempt";
import { analytics } from "./migrations/007-analytics";
import { terms } from "./migrations/008-terms";
import { subscriptions } from "./migrations/009-subscriptions";
import { letters } from "./migrations/010-letters";
import { boughtOnce } from "./migrations/011-bought-once";
import { mailboxes } from "./migrations/012-mailboxes";
import { secrets } from "./migrations/013-secrets";
import { endedLinks } from "./migrations/014-ended-links";
import { browsers } from "./migrations/015-browsers";
import { mailboxesAgain } from "./migrations/016-mailboxes-again";
import { agreements } from "./migrations/017-agreements";
import { timeZones } from "./migrations/018-time-zones";
import { contracts } from "./migrations/019-contracts";
import { declarations } from "./migrations/020-declarations";
import { notice } from "./migrations/021-notice";
import { storeReports } from "./migrations/022-store-reports";
import { redemptions } from "./migrations/023-redemptions";
import { providersPages } from "./migrations/024-providers-pages";
import { hooks } from "./migrations/025-hooks";
import { moneyOut } from "./migrations/026-money-out";
import { entitlements } from "./migrations/028-entitlements";
import { providerRenewals } from "./migrations/029-provider-renewals";
import { audit } from "./migrations/030-audit";
import { manyOrders } from "./migrations/031-many-orders";
import { soldWithAttempts } from "./migrations/032-sold";
import { reconciliation } from "./migrations/033-reconciliation";
import { operatorPage } from "./migrations/034-operator-page";
import { evidence } from "./migrations/035-evidence";
import { seenByMetrics } from "./migrations/037-seen-by-metrics";
import { imported } from "./migrations/038-imported";
import { toReturnAgain } from "./migrations/039-to-return";
import { rounds } from "./migrations/040-rounds";
import { actByDates } from "./migrations/042-act-by";
import { askByProvider } from "./migrations/043-ask-by-provider";
import { creditNotes } from "./migrations/044-credit-notes";
import { moneyBackUntil } from "./migrations/045-money-back";
import { reminders } from "./migrations/046-reminders";
import { invoiceDetails } from "./migrations/047-invoice-details";
import { notices } from "./migrations/048-notices";

/** In order; a published one is never edited. */
export const migrations: Record<string, Migration> = {
  "001-tables": tables,
  "002-providers": providers,
  "003-accounts-and-invoices": accountsAndInvoices,
  "004-faults-and-webhooks": faultsAndWebhooks,
  "005-told-orders": toldOrders,
  "006-key-of-attempt": keyOfAttempt,
  "007-analytics": analytics,
  "008-terms": terms,
  "009-subscriptions": subscriptions,
  "010-letters": letters,
  "011-bought-once": boughtOnce,
  "012-mailboxes": mailboxes,
  "013-secrets": secrets,
  "014-ended-links": endedLinks,
  "015-browsers": browsers,
  "016-mailboxes-again": mailboxesAgain,
  "017-agreements": agreements,
  "018-time-zones": timeZones,
  "019-contracts": contracts,
  "020-declarations": declarations,
  "021-notice": notice,
  "022-store-reports": storeReports,
  "023-redemptions": redemptions,
  "024-providers-pages": providersPages,
  "025-hooks": hooks,
  "026-money-out": moneyOut,
  "028-entitlements": entitlements,
  "029-provider-renewals": providerRenewals,
  "030-audit": audit,
  "031-many-orders": manyOrders,
  "032-sold": soldWithAttempts,
  "033-reconciliation": reconciliation,
  "034-operator-page": operatorPage,
  "035-evidence": evidence,
  "037-seen-by-metrics": seenByMetrics,
  "038-imported": imported,
  "039-to-return": toReturnAgain,
  "040-rounds": rounds,
  "042-act-by": actByDates,
  "043-ask-by-provider": askByProvider,
  "044-credit-notes": creditNotes,
  "045-money-back": moneyBackUntil,
  "046-reminders": reminders,
  "047-invoice-details": invoiceDetails,
  "048-notices": notices,
};
