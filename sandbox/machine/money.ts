/** An amount in major units with its ISO 4217 currency; the two never travel apart. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
