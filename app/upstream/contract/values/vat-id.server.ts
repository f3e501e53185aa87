import { validate as atId } from "stdnum/lib/cjs/at/uid.js";
import { validate as beId } from "stdnum/lib/cjs/be/vat.js";
import { validate as bgId } from "stdnum/lib/cjs/bg/vat.js";
import { validate as cyId } from "stdnum/lib/cjs/cy/vat.js";
import { validate as czId } from "stdnum/lib/cjs/cz/dic.js";
import { validate as deId } from "stdnum/lib/cjs/de/vat.js";
import { validate as dkId } from "stdnum/lib/cjs/dk/cvr.js";
import { validate as eeId } from "stdnum/lib/cjs/ee/kmkr.js";
import { validate as esId } from "stdnum/lib/cjs/es/nif.js";
import { validate as fiId } from "stdnum/lib/cjs/fi/alv.js";
import { validate as frId } from "stdnum/lib/cjs/fr/tva.js";
import { validate as gbId } from "stdnum/lib/cjs/gb/vat.js";
import { validate as grId } from "stdnum/lib/cjs/gr/vat.js";
import { validate as hrId } from "stdnum/lib/cjs/hr/oib.js";
import { validate as huId } from "stdnum/lib/cjs/hu/anum.js";
import { validate as ieId } from "stdnum/lib/cjs/ie/vat.js";
import { validate as itId } from "stdnum/lib/cjs/it/iva.js";
import { validate as ltId } from "stdnum/lib/cjs/lt/pvm.js";
import { validate as luId } from "stdnum/lib/cjs/lu/tva.js";
import { validate as lvId } from "stdnum/lib/cjs/lv/pvn.js";
import { validate as mtId } from "stdnum/lib/cjs/mt/vat.js";
import { validate as nlId } from "stdnum/lib/cjs/nl/btw.js";
import { validate as plId } from "stdnum/lib/cjs/pl/nip.js";
import { validate as ptId } from "stdnum/lib/cjs/pt/nif.js";
import { validate as roId } from "stdnum/lib/cjs/ro/cif.js";
import { validate as seId } from "stdnum/lib/cjs/se/vat.js";
import { validate as siId } from "stdnum/lib/cjs/si/ddv.js";
import { validate as skId } from "stdnum/lib/cjs/sk/dph.js";

/** The EU's, and Northern Ireland's, by the letters that they begin with. */
const CHECKS: Readonly<Record<string, (number: string) => { isValid: boolean }>> = {
  AT: atId,
  BE: beId,
  BG: bgId,
  CY: cyId,
  CZ: czId,
  DE: deId,
  DK: dkId,
  EE: eeId,
  ES: esId,
  FI: fiId,
  FR: frId,
  XI: gbId,
  EL: grId,
  HR: hrId,
  HU: huId,
  IE: ieId,
  IT: itId,
  LT: ltId,
  LU: luId,
  LV: lvId,
  MT: mtId,
  NL: nlId,
  PL: plId,
  PT: ptId,
  RO: roId,
  SE: seId,
  SI: siId,
  SK: skId,
};

/** Ids of other countries have too many forms to know: only what cannot be one is refused. */
const ELSEWHERE = /^(?=.*\d)[A-Z0-9]{4,20}$/;

/**
 * A VAT id as it stands on an invoice: without spaces, dots and hyphens, in capital letters. Those of the EU have to have the right check
 * digits. Undefined: there can be no such id.
 */
export function readVatId(text: string): string | undefined {
  const tidy = text
    .toUpperCase()
    .replace(/[\s.\-/]/g, "")
    .replace(/^GR(?=\d{9}$)/, "EL");
  const check = CHECKS[tidy.slice(0, 2)];
  // A letter at most before the digits, as in Austria: what else begins so is another country's, such as Mexico's.
  const isOfEu = check !== undefined && /^..\w?\d/.test(tidy);
  if (isOfEu) return check(tidy.slice(2)).isValid ? tidy : undefined;
  return ELSEWHERE.test(tidy) ? tidy : undefined;
}
