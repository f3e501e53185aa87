/** The operator's page, where there is one. */
export interface OperatorPageSettings {
  /** Where people reach it; undefined: where providers reach the API. */
  origin: string | undefined;
  /** Who may use it: addresses, claims as `name:value`, or what the proxy's header has. */
  people: readonly string[];
  wayIn: OpenIdSettings | ProxySettings;
}

export interface OpenIdSettings {
  kind: "openid";
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface ProxySettings {
  kind: "proxy";
  /** In which a proxy says who is signed in. */
  header: string;
  /** What only the proxy knows. */
  secret: string;
}
