import { join } from "node:path";
import Libsql from "libsql";

/** What takes each migration back, the newest first. */
const UNDO: Readonly<Record<string, string>> = {
  "048-notices": `
    drop index subscriptions_moved;
    alter table subscriptions drop column renews_at;
    alter table subscriptions drop column announced_end;
    alter table subscriptions drop column card_ends_at;
    alter table subscriptions drop column card_announced_end;
  `,
  "047-invoice-details": "drop table invoice_details;",
  "046-reminders": `
    drop index subscriptions_past_due;
    alter table subscriptions drop column reminded_day;
  `,
  "045-money-back": "alter table subscriptions drop column money_back_until;",
  "044-credit-notes": `
    drop table credit_notes;
    drop index invoices_of_a_capture;
    drop index invoices_of_nothing;
    alter table invoices drop column capture_id;
  `,
  "043-ask-by-provider": `
    drop index attempts_to_ask;
    create index attempts_to_ask on attempts (next_ask_at) where next_ask_at is not null;
  `,
  "042-act-by": `
    drop index declarations_open;
    alter table declarations drop column act_by;
    create index declarations_open on declarations (declared_at) where done_at is null;
  `,
  "040-rounds": `
    drop index charges_given_back;
    drop index store_reports_to_warn;
    drop index hook_events_waiting;
    create index hook_events_waiting on hook_events (next_try_at) where state = 'waiting';
    create index attempts_processing on attempts (created_at) where state = 'processing';
  `,
  "039-to-return": "",
  "038-imported": `
    drop index subscriptions_imported;
    alter table subscriptions drop column imported_as;
    alter table subscriptions drop column imported_until;
  `,
  "037-seen-by-metrics": `
    drop index refunds_failed;
    drop index entitlement_events_failed;
    drop index disputes_open;
    drop index attempts_not_known;
  `,
  "035-evidence": `
    drop index attempts_processing;
    alter table mails drop column letter_id;
    alter table order_letters drop column taken_at;
    alter table disputes drop column evidence;
  `,
  "034-operator-page": `
    drop index hook_events_failed;
    drop index declarations_open;
    drop index audit_of_a_form;
    alter table audit drop column form_key;
    drop table operator_logins;
    drop table operator_sessions;
  `,
  "033-reconciliation": `
    drop table reconciliation_returns;
    drop table reconciliation_differences;
    drop table reconciliation_sums;
    drop table reconciliations;
  `,
  "032-sold": `
    alter table attempts drop column sold;
    alter table subscriptions drop column sold;
    alter table invoices drop column seller;
  `,
  "031-many-orders": `
    drop index subscriptions_of_an_order;
    drop index grants_unseen;
    alter table grants drop column seen_for_stores;
  `,
  "029-provider-renewals": `
    drop table subscription_orders;
    drop index subscriptions_at_provider;
    drop index subscriptions_to_sync;
    drop index subscriptions_rung;
    alter table subscriptions drop column rung;
    alter table subscriptions drop column sync_tries;
    alter table subscriptions drop column next_sync_at;
    alter table subscriptions drop column synced_at;
    alter table subscriptions drop column resumes;
    alter table subscriptions drop column reference;
    alter table subscriptions drop column driver;
    alter table attempts drop column resumes;
  `,
  "030-audit": `drop table audit;`,
  "028-entitlements": `
    drop trigger entitlement_granted;
    drop trigger entitlement_grant_changed;
    drop trigger entitlement_order_changed;
    drop trigger entitlement_charged;
    drop trigger entitlement_charge_changed;
    drop table entitlement_queue;
    drop table entitlement_accounts;
    drop table entitlement_events;
  `,
  "026-money-out": `
    drop index captures_to_return;
    drop index charges_to_return;
    drop index captures_by_time;
    drop index charges_by_time;
    alter table captures drop column taken_at;
    alter table captures drop column given_back;
    alter table captures drop column returned;
    alter table subscription_charges drop column returned;
    drop table disputes;
    drop table capture_returns;
    drop table refunds;
  `,
  "025-hooks": `
    drop table hook_events;
    drop index attempts_to_ask;
    drop index attempts_by_subscription;
    alter table attempts drop column next_ask_at;
  `,
  "024-providers-pages": `
    drop index attempts_to_close;
    alter table attempts drop column pay_at;
    alter table attempts drop column opening;
    alter table attempts drop column subscription_reference;
    alter table attempts drop column statement;
    alter table attempts drop column payable_until;
    alter table attempts drop column closed_at;
    alter table attempts drop column settled_at;
  `,
  "023-redemptions": `
    drop table redemptions;
    alter table orders drop column app_type;
    `,
  "022-store-reports": `
    drop table store_reports;
    drop table attempt_tokens;
    drop table store_tokens;
  `,
  "021-notice": `
    alter table subscription_charges drop column given_back;
    alter table subscriptions drop column paid_until;
    alter table subscriptions drop column months_notice;
  `,
  "020-declarations": `drop table declarations;`,
  "019-contracts": `
    alter table subscriptions add column asked_at integer;
    drop table subscription_declarations;
    drop table contract_links;
    drop table order_letters;
    alter table orders drop column network_country;
  `,
  "018-time-zones": `
    alter table orders drop column time_zone;
    alter table subscriptions drop column renews;
  `,
  "017-agreements": `alter table attempts drop column agreement;`,
  "016-mailboxes-again": `update orders set mailbox = email;`,
  "015-browsers": `
    drop table last_letters;
    drop index subscriptions_with_letter_due;
    drop index subscriptions_by_stopper;
    alter table subscriptions drop column letter_due;
    alter table subscriptions drop column stopped_by;
    alter table orders drop column browser;
  `,
  "014-ended-links": `
    drop table ended_links;
    alter table accounts add column made_for text references orders(id);
  `,
  "013-secrets": `drop table secrets;`,
  "012-mailboxes": `
    drop index orders_by_mailbox;
    alter table orders drop column mailbox;
  `,
  "011-bought-once": `
    create table told_orders (
      key text primary key, fingerprint text not null, order_id text not null references orders(id)
    ) strict;
    insert into told_orders
      select key, told_fingerprint, (select order_id from events where seq = since_event)
      from refused_keys where told_fingerprint is not null;
    drop table refused_keys;
    drop index attempts_with_trial;
  `,
  "010-letters": `
    update mails set subject = 'Your sign-in link' where kind = 'signIn';
    alter table mails drop column html;
    alter table mails drop column kind;
  `,
  "009-subscriptions": `
    drop index one_invoice_of_an_order;
    drop index one_invoice_of_a_charge;
    delete from invoices where charge_id is not null;
    alter table invoices drop column charge_id;
    drop table resume_links;
    drop table subscription_links;
    drop table plan_changes;
    drop table subscription_keys;
    drop table subscription_charges;
    drop table subscriptions;
  `,
  "008-terms": `
    alter table attempts drop column trial_days;
    alter table attempts drop column renewal_amount;
    alter table orders drop column language;
    alter table orders drop column terms_version;
    alter table grants drop column attempt_id;
  `,
  "007-analytics": `
    drop table conversions;
    drop table analytics_events;
    alter table orders drop column front_id;
  `,
};

/** Makes the database of a closed sandbox what it was before a migration. */
export function takeBack(dataDir: string, migration: string): void {
  const file = new Libsql(join(dataDir, "sandbox.db"));
  for (const [name, undo] of Object.entries(UNDO).filter(([name]) => name >= migration))
    file.exec(`${undo} delete from kysely_migration where name = '${name}';`);
  file.close();
}
