import type { ReactNode } from "react";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { APP_PROVIDERS } from "~/upstream/contract/purchase-calls";
import { LIVE_ORDERS } from "../../payments/store/settings";
import { WEBHOOK_MODES } from "../providers/reports/webhooks";
import { type SandboxSettings, settingText, TRIALS } from "../settings";
import { ControlDocument } from "./control-document";
import { Choice, NumberField, TextField } from "./fields";

interface SettingsPageProps {
  settings: SandboxSettings;
}

export function SettingsPage({ settings }: SettingsPageProps) {
  return (
    <ControlDocument title="Settings" place="/control/settings">
      <p className="lead">
        For scripts: <a href="/control/settings.json">settings as JSON</a>; a POST there changes what it names.
      </p>
      <form className="stack" method="post" action="/control/settings">
        <Sale settings={settings} />
        <Orders settings={settings} />
        <WebhookSettings settings={settings} />
        <Visitors settings={settings} />
        <div className="buttons">
          <button type="submit" className="main">
            Save
          </button>
        </div>
      </form>
    </ControlDocument>
  );
}

/** Settings that belong together. `more`: below the fields. */
const Group = ({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) => (
  <section className="card">
    <h2>{title}</h2>
    <div className="fields">{children}</div>
    {more}
  </section>
);

const Sale = ({ settings }: SettingsPageProps) => (
  <Group title="Plans">
    <Choice
      name="trial"
      label="Trial of the weekly plan"
      help="free asks for a way to pay; free_without_card doesn't."
      options={TRIALS}
      value={settings.trial}
    />
    <Choice
      name="weekly_renews"
      label="The weekly plan renews"
      help="off: it's sold once, as is its trial."
      options={["on", "off"]}
      value={settingText(settings.weekly_renews)}
    />
    <Choice
      name="monthly_renews"
      label="The monthly plan renews"
      help="off: it's sold once."
      options={["on", "off"]}
      value={settingText(settings.monthly_renews)}
    />
    <NumberField
      name="price_percent"
      label="Prices in percent"
      help="Of the usual ones, in all countries: 150 is half as much again."
      min={10}
      max={1000}
      value={settings.price_percent}
    />
  </Group>
);

const Orders = ({ settings }: SettingsPageProps) => (
  <Group title="Orders">
    <NumberField
      name="order_lifetime_seconds"
      label="Lifetime in seconds"
      help="Then an unpaid order expires."
      min={1}
      max={86_400}
      value={settings.order_lifetime_seconds}
    />
    <NumberField
      name="resume_mail_after_seconds"
      label="Reminder after seconds"
      help="How long after that the buyer is reminded by mail."
      min={0}
      max={86_400}
      value={settings.resume_mail_after_seconds}
    />
    <Choice
      name="hold_grants"
      label="Hold grants"
      help="on: paid orders wait for their paid time."
      options={["off", "on"]}
      value={settingText(settings.hold_grants)}
    />
    <Choice
      name="live_orders"
      label="One at a time"
      help="Of a plan: for each browser; or for each mailbox, as other APIs do."
      options={LIVE_ORDERS}
      value={settings.live_orders}
    />
  </Group>
);

const Visitors = ({ settings }: SettingsPageProps) => (
  <Group title="Visitors">
    <TextField
      name="default_country"
      label="Country of unknown addresses"
      help="Two capital letters; empty: unknown."
      value={settings.default_country}
      pattern="([A-Z]{2})?"
    />
    <Choice
      name="own_proofs"
      label="Bot check without scripts"
      help="refused: visitors without scripts are taken for bots."
      options={["accepted", "refused"]}
      value={settings.own_proofs}
    />
    <NumberField
      name="analytics_kept"
      label="Analytics events kept"
      help="The oldest go first; payments stay."
      min={1}
      max={5_000_000}
      value={settings.analytics_kept}
    />
  </Group>
);

const WebhookSettings = ({ settings }: SettingsPageProps) => (
  <Group title="Webhooks" more={<WebhooksOfOne settings={settings} />}>
    <Choice
      name="webhooks"
      label="Of every provider"
      help="never: orders change only when the provider is asked."
      options={WEBHOOK_MODES}
      value={settings.webhooks}
    />
    <NumberField
      name="webhooks_late_seconds"
      label="Late by seconds"
      help="How long late ones take."
      min={1}
      max={3600}
      value={settings.webhooks_late_seconds}
    />
  </Group>
);

const WebhooksOfOne = ({ settings }: SettingsPageProps) => (
  <details>
    <summary>Of one provider</summary>
    <div className="fields">
      {[...PROVIDERS, ...APP_PROVIDERS].map((provider) => (
        <Choice
          key={provider}
          name={`webhooks_${provider}`}
          label={provider}
          options={["", ...WEBHOOK_MODES]}
          empty="as every provider"
          value={settings[`webhooks_${provider}`]}
        />
      ))}
    </div>
  </details>
);
