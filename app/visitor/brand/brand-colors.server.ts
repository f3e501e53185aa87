import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from "culori";
import type { Brand, BrandColors } from "./brand";

interface Scheme {
  /** The background colours in tokens.css. */
  grounds: readonly string[];
  /** The lightness at which the search for a readable colour starts at the latest, and its direction. */
  edge: number;
  step: number;
  soft: { l: number; c: number };
  on: { l: number; c: number };
}

const LIGHT: Scheme = {
  grounds: ["#f5f6f8", "#ffffff"],
  edge: 0.6,
  step: -0.01,
  soft: { l: 0.965, c: 0.02 },
  on: { l: 1, c: 0 },
};
const DARK: Scheme = {
  grounds: ["#0f1218", "#181c25"],
  edge: 0.76,
  step: 0.01,
  soft: { l: 0.28, c: 0.05 },
  on: { l: 0.2, c: 0.05 },
};

/** WCAG AAA for text, as the default colours have it. */
const READABLE = 7;
/** How much darker or lighter a button becomes on hover. */
const POINTED_AT = 0.08;

const toOklch = converter("oklch");

/** A brand's colours for the light and dark scheme, adjusted to be readable. @throws for an invalid colour */
export function brandColors(primaryColor: string): NonNullable<Brand["colors"]> {
  const primary = toOklch(primaryColor);
  if (primary === undefined) throw new Error(`${primaryColor} is no colour`);
  return { light: colorsIn(LIGHT, primary), dark: colorsIn(DARK, primary) };
}

function colorsIn(scheme: Scheme, primary: Oklch): BrandColors {
  const { grounds, edge, step } = scheme;
  const tinted = ({ l, c }: { l: number; c: number }) => hexOf({ ...primary, l, c: Math.min(primary.c, c) });
  const soft = tinted(scheme.soft);
  const on = tinted(scheme.on);
  const start = step < 0 ? Math.min(primary.l, edge) : Math.max(primary.l, edge);
  const l = readableFrom(start, step, primary, [...grounds, soft, on]);
  return { brand: hexOf({ ...primary, l }), strong: hexOf({ ...primary, l: pointedAt(l, step) }), soft, on };
}

/** The first lightness at which the colour has enough contrast to all `others`; the end of the scale always has. */
function readableFrom(start: number, step: number, color: Oklch, others: readonly string[]): number {
  let l = start;
  const isReadable = () => others.every((other) => wcagContrast(hexOf({ ...color, l }), other) >= READABLE);
  while (l > 0 && l < 1 && !isReadable()) l += step;
  return Math.min(Math.max(l, 0), 1);
}

/** The hover colour: further from the background or, at the end of the scale, closer by as much. */
function pointedAt(l: number, step: number): number {
  const further = l + Math.sign(step) * POINTED_AT;
  return further >= 0 && further <= 1 ? further : l - Math.sign(step) * POINTED_AT;
}

/** The closest displayable colour with that lightness and hue. */
const hexOf = (color: Oklch): string => formatHex(clampChroma(color, "oklch"));
