import type { Device } from "~/visitor/browser/device.server";

/** The colours that follow from a brand's own, in one colour scheme; each is readable where the styles use it. */
export interface BrandColors {
  /** Links, marks and the fill of buttons. */
  brand: string;
  /** The same while it is pointed at. */
  strong: string;
  /** A tint to write on. */
  soft: string;
  /** Text on a button. */
  on: string;
}

/** One white-label app as the site shows it, chosen by its numeric app id. */
export interface Brand {
  appName: string;
  /** How the visitor is identified: by the `uid` of the app's link. */
  mode: "userId";
  policyUrl: string;
  termsUrl: string;
  /** The app's icon: a path below public/. */
  brandImage: string;
  /** Shown wherever a support reference is. */
  supportEmail: string;
  /** Addresses that open the app on a device; without them the site has no way into the app. */
  appLinks?: { ios: string; android: string };
  /** The mark in the header; without one it is the icon. */
  logo?: string;
  /** The file name of the manifest below /brands/. */
  webmanifest?: string;
  /** Without one the site keeps the colours of its own style sheet. */
  primaryColor?: string;
  /** Made of primaryColor. */
  colors?: { light: BrandColors; dark: BrandColors };
}

const declarations = ({ brand, strong, soft, on }: BrandColors): string =>
  `:root{--brand:${brand};--brand-strong:${strong};--brand-soft:${soft};--on-brand:${on}}`;

/** A brand's colours as custom properties, in place of those in tokens.css. */
export function brandStyles({ colors }: Brand): string {
  if (colors === undefined) return "";
  return `${declarations(colors.light)}@media (prefers-color-scheme:dark){${declarations(colors.dark)}}`;
}

/** The address that opens a brand's app on a device; undefined where there is no app for it. */
export function appLinkOn({ isIos, isAndroid }: Device, { appLinks }: Brand): string | undefined {
  if (isIos) return appLinks?.ios;
  return isAndroid ? appLinks?.android : undefined;
}
