import type { LocaleCode } from "~/i18n/locales";
import type { ProviderCode } from "~/upstream/contract/catalogue";

/** A mystery shopper: somebody of a country, in its language and currency. */
export interface Shopper {
  country: string;
  lang: LocaleCode;
  browserLanguage: string;
  /** Begins an address there; the sandbox knows some countries by a single one. */
  address: string;
  /** Where their clock is; where most people of the country are, and where the day begins first there. */
  timeZone: string;
  mainZone: string;
  firstZone: string;
  currency: string;
  prices: { trial: number; week: number; month: number; year: number };
  /** The days of their right to withdraw; undefined: their law has none, and nothing is told of it. */
  withdrawalDays?: number;
  /** Nothing is kept or told of them before they agree. */
  isAsked: boolean;
  /** What is offered first there. */
  provider: ProviderCode;
}

const EUROPEAN = { isAsked: true, withdrawalDays: 14, provider: "so" } as const;
const ELSEWHERE = { isAsked: false, provider: "so" } as const;

const inZone = (zone: string) => ({ timeZone: zone, mainZone: zone, firstZone: zone });

export const SHOPPERS: readonly Shopper[] = [
  {
    ...EUROPEAN,
    ...{ country: "DE", lang: "de", browserLanguage: "de-DE", address: "198.51.100." },
    ...inZone("Europe/Berlin"),
    ...{ currency: "EUR", prices: { trial: 0.99, week: 4.99, month: 11.99, year: 46.99 } },
  },
  {
    ...EUROPEAN,
    ...{ country: "FR", lang: "fr", browserLanguage: "fr-FR", address: "203.0.113.33" },
    ...inZone("Europe/Paris"),
    ...{ currency: "EUR", prices: { trial: 0.99, week: 4.99, month: 11.99, year: 46.99 } },
  },
  {
    ...EUROPEAN,
    ...{ country: "GB", lang: "en", browserLanguage: "en-GB", address: "192.0.2." },
    ...inZone("Europe/London"),
    ...{ currency: "GBP", prices: { trial: 0.89, week: 4.49, month: 10.99, year: 42.99 } },
  },
  {
    ...ELSEWHERE,
    ...{ country: "US", lang: "en", browserLanguage: "en-US", address: "203.0.113.1" },
    ...{ timeZone: "America/Los_Angeles", mainZone: "America/New_York", firstZone: "America/New_York" },
    ...{ currency: "USD", prices: { trial: 0.99, week: 4.99, month: 11.99, year: 47.88 } },
  },
  {
    ...ELSEWHERE,
    ...{ country: "JP", lang: "ja", browserLanguage: "ja-JP", address: "203.0.113.81" },
    ...inZone("Asia/Tokyo"),
    ...{ currency: "JPY", prices: { trial: 99, week: 499, month: 1800, year: 7200 } },
  },
  {
    ...ELSEWHERE,
    ...{ country: "KR", lang: "ko", browserLanguage: "ko-KR", address: "203.0.113.82" },
    ...inZone("Asia/Seoul"),
    ...{ currency: "KRW", prices: { trial: 990, week: 4990, month: 16500, year: 65900 }, withdrawalDays: 7 },
  },
  {
    ...ELSEWHERE,
    ...{ country: "IN", lang: "hi", browserLanguage: "hi-IN", address: "203.0.113.91", provider: "rz" },
    ...inZone("Asia/Kolkata"),
    ...{ currency: "INR", prices: { trial: 59.32, week: 299, month: 799, year: 2999 } },
  },
  {
    ...ELSEWHERE,
    ...{ country: "BR", lang: "pt", browserLanguage: "pt-BR", address: "203.0.113.55", isAsked: true },
    ...{ timeZone: "America/Sao_Paulo", mainZone: "America/Sao_Paulo", firstZone: "America/Noronha" },
    ...{ currency: "BRL", prices: { trial: 3.95, week: 19.9, month: 49.9, year: 199.9 }, withdrawalDays: 7 },
  },
];

/** How something is sold. */
export interface Sale {
  name: "subscription" | "paidTrial" | "freeTrial" | "trialWithoutMethod" | "once";
  title: string;
  /** As the messages name it. */
  kind: "subscription" | "trial" | "freeTrial" | "once";
  plan: "weekly" | "monthly" | "yearly";
  /** The time that begins today. */
  length: { interval: "day" | "month" | "year"; interval_count: number };
  today: keyof Shopper["prices"] | "nothing";
  /** What each further period costs, and how long it is; undefined: nothing follows. */
  renewal?: { price: keyof Shopper["prices"]; every: "week" | "year" };
}

const TRIAL = { plan: "weekly", kind: "trial", length: { interval: "day", interval_count: 3 } } as const;
const EACH_WEEK = { price: "week", every: "week" } as const;

export const SALES: readonly Sale[] = [
  {
    ...{ name: "subscription", title: "a subscription", kind: "subscription", plan: "yearly", today: "year" },
    ...{ length: { interval: "year", interval_count: 1 }, renewal: { price: "year", every: "year" } },
  },
  { ...TRIAL, name: "paidTrial", title: "a trial that is paid", today: "trial", renewal: EACH_WEEK },
  { ...TRIAL, name: "freeTrial", title: "a trial for nothing", today: "nothing", renewal: EACH_WEEK },
  {
    ...TRIAL,
    ...{ name: "trialWithoutMethod", title: "a trial without a way to pay", kind: "freeTrial", today: "nothing" },
  },
  {
    ...{ name: "once", title: "a plan that is paid once", kind: "once", plan: "monthly", today: "month" },
    ...{ length: { interval: "month", interval_count: 1 } },
  },
];
