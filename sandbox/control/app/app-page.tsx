import { Facts } from "../../../payments/html/facts";
import { ControlDocument } from "../control-document";
import { Choice, TextField } from "../fields";
import { Phone } from "./phone";
import { WayBack } from "./redeemed";
import { appleTokenText, LINK_KINDS, PROGRAMMES, STORES } from "./store-tokens";

/** What a tester chooses: from where the app is, and who uses it. */
export interface AppChoices {
  store: (typeof STORES)[number];
  storefront: string;
  programme: (typeof PROGRAMMES)[number];
  link: (typeof LINK_KINDS)[number];
  user_id: number;
  sid: keyof typeof APPS;
  /** With which the app was opened. */
  code?: string;
}

/** The apps of the site's brands, by number. */
export const APPS = { "101": "VPN Master", "114": "VPN Lite" } as const;

interface AppPageProps {
  choices: AppChoices;
  /** The link that the app opens. */
  address: string;
}

export const AppPage = ({ choices, address }: AppPageProps) => (
  <ControlDocument title="The app" place="/control/app">
    <p className="lead">
      Plays an app from a store: it opens the site with a signed link and a token of the store, a new one each time this
      page is loaded, and takes the buyer back.
    </p>
    <div className="beside-phone">
      <Phone app={APPS[choices.sid]} isProtected={false} account={`User ${choices.user_id}, free plan`}>
        <WayOut choices={choices} address={address} />
        <WayBack code={choices.code} />
      </Phone>
      <div className="stack">
        <Choices choices={choices} />
        <LinkFacts address={address} />
      </div>
    </div>
  </ControlDocument>
);

function WayOut({ choices: { link }, address }: AppPageProps) {
  const isButton = link === "button";
  return (
    <div className="phone-card">
      <h3>Premium</h3>
      <p>Every country, on all your devices.</p>
      <a className={isButton ? "button main" : undefined} href={address} target="_blank" rel="noopener opener">
        {isButton ? "Get Premium" : "Premium costs less on our website"}
      </a>
      <small>Opens the browser. An app shows its store’s notice before.</small>
    </div>
  );
}

const Choices = ({ choices: { store, storefront, programme, link, user_id, sid } }: Pick<AppPageProps, "choices">) => (
  <form className="card stack" method="get" action="/control/app">
    <div className="fields">
      <Choice name="store" label="Store" options={STORES} value={store} />
      <TextField
        name="storefront"
        label="Storefront"
        help="The store’s country: two capital letters."
        value={storefront}
        pattern="[A-Z]{2}"
      />
      <Choice
        name="programme"
        label="Programme"
        help="The store’s rules for the link."
        options={PROGRAMMES}
        value={programme}
      />
      <Choice name="link" label="Kind of link" options={LINK_KINDS} value={link} />
      <TextField name="user_id" label="User" value={String(user_id)} />
      <Choice name="sid" label="App" help="101: VPN Master; 114: VPN Lite." options={Object.keys(APPS)} value={sid} />
    </div>
    <div className="buttons">
      <button type="submit">Use these</button>
    </div>
  </form>
);

function LinkFacts({ address }: Pick<AppPageProps, "address">) {
  const query = [...new URL(address).searchParams];
  const token = new URL(address).searchParams.get("externalPurchaseToken");
  return (
    <details className="card">
      <summary>What the link carries</summary>
      <Facts facts={query.map(([name, value]) => [name, <code key={name}>{value}</code>])} />
      {token !== null && <pre className="letter">{appleTokenText(token)}</pre>}
    </details>
  );
}
