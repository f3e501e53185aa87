import Big from "big.js";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { creditNoteIdOf } from "../invoices/credit-notes";
import { invoiceIdOf } from "../invoices/invoice";
import { timeOf } from "../time";
import { type CsvCell, csvLine } from "../transfer/csv";
import type { BookLine } from "./lines";

/** The columns, in order. */
const COLUMNS = {
  time: ({ at }) => timeOf(at),
  time_from: ({ timeFrom }) => timeFrom,
  kind: ({ kind }) => kind,
  receipt: ({ receipt }) => receipt && invoiceIdOf(receipt),
  credit_note: ({ creditNote }) => creditNote && creditNoteIdOf(creditNote),
  order: ({ orderId }) => orderId,
  subscription: ({ subscriptionId }) => subscriptionId,
  provider: ({ driver }, nameOf) => driver && nameOf(driver),
  provider_reference: ({ reference }) => reference,
  corrects: ({ corrects }) => corrects,
  reason: ({ reason }) => reason,
  currency: ({ currency }) => currency,
  gross: ({ gross, currency }) => exact(Big(gross), currency),
  tax: ({ tax, currency }) => exact(Big(tax), currency),
  net: ({ gross, tax, currency }) => exact(Big(gross).minus(tax), currency),
  tax_name: ({ taxName }) => taxName,
  tax_rate: ({ taxRate }) => taxRate,
  tax_country: ({ taxRate, country }) => (taxRate === null ? null : country),
  buyer_country: ({ country }) => country,
  network_country: ({ networkCountry }) => networkCountry,
  buyer_company: ({ company }) => company ?? null,
  buyer_vat_id: ({ vatId }) => vatId ?? null,
  // No provider has told it so far.
  provider_fee: () => null,
} as const satisfies Record<string, (line: BookLine, nameOf: (driver: string) => string) => CsvCell>;

export const booksHead = (): string => csvLine(Object.keys(COLUMNS));

/** @param nameOf a provider's name, by its code */
export const booksLine = (line: BookLine, nameOf: (driver: string) => string): string =>
  csvLine(Object.values(COLUMNS).map((cell) => cell(line, nameOf)));

/** With the currency's decimals, and more where a provider took such an amount. */
function exact(amount: Big, currency: string): string {
  const digits = amount.toFixed().split(".")[1]?.length ?? 0;
  return amount.toFixed(Math.max(digits, decimalsOf(currency)));
}
