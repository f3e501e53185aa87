import { decimalsOf } from "~/upstream/contract/values/scalars";
import type { Money } from "../machine/money";

/** An amount with the decimals and the code of its currency: "11.99 USD", "99 JPY". */
export const moneyText = ({ amount, currency }: Money): string => `${amount.toFixed(decimalsOf(currency))} ${currency}`;
