import { readFileSync } from "node:fs";
import { BASE_STYLE, styleHash } from "../../html/style";

/** Without quotes, angle brackets or ampersands: React escapes the text, and the policy has its hash. */
export const OPERATOR_STYLE =
  BASE_STYLE + readFileSync(new URL("../../html/styles/operator.css", import.meta.url), { encoding: "utf8" });

export const OPERATOR_STYLE_HASH = styleHash(OPERATOR_STYLE);
