/** One white-label app as the site shows it, chosen by its numeric app id. */
export interface Brand {
  /** How the visitor is identified: by the `uid` of the app's link. */
  readonly mode: "userId";
  readonly appName: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  /** A path below public/. */
  readonly brandImage: string;
  /** Shown wherever a support reference is. */
  readonly supportEmail: string;
}

const DEFAULTS: Brand = {
  mode: "userId",
  appName: "VPN",
  policyUrl: "https://www.example.com/privacy",
  termsUrl: "https://www.example.com/terms",
  brandImage: "/brands/default.svg",
  supportEmail: "support@example.com",
};

const BRANDS: ReadonlyMap<number, Partial<Brand>> = new Map<number, Partial<Brand>>([
  [101, { appName: "VPN Master", brandImage: "/brands/101.svg" }],
  [114, { appName: "VPN Lite", brandImage: "/brands/114.svg" }],
]);

export const brandOf = (appId: number): Brand => ({ ...DEFAULTS, ...BRANDS.get(appId) });
