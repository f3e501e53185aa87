import { PROVIDERS } from "~/upstream/contract/catalogue";
import { APP_PROVIDERS } from "~/upstream/contract/purchases/app-purchase";
import { Choice, NumberField, TextField } from "../html/fields";
import { WEBHOOK_MODES } from "../orders/reports/webhooks";
import { type Settings, TRIALS } from "../store/settings";
import { ControlDocument } from "./control-document";

interface SettingsPageProps {
  settings: Settings;
}

export function SettingsPage({ settings }: SettingsPageProps) {
  return (
    <ControlDocument title="Settings">
      <p>
        For scripts: <a href="/control/settings.json">settings as JSON</a>; a POST there changes what it names.
      </p>
      <form method="post" action="/control/settings">
        <div className="fields">
          <TextField
            name="default_country"
            label="Country of unknown addresses"
            value={settings.default_country}
            pattern="([A-Z]{2})?"
          />
          <NumberField
            name="order_lifetime_seconds"
            label="Orders live for seconds"
            min={1}
            max={86_400}
            value={settings.order_lifetime_seconds}
          />
          <NumberField
            name="resume_mail_after_seconds"
            label="Buyers are reminded seconds after that"
            min={0}
            max={86_400}
            value={settings.resume_mail_after_seconds}
          />
          <Choice
            name="hold_grants"
            label="Keep paid orders waiting for their grant"
            options={["off", "on"]}
            value={settings.hold_grants ? "on" : "off"}
          />
          <Choice name="trial" label="Trial of the weekly plan" options={TRIALS} value={settings.trial} />
          <Choice
            name="monthly_renews"
            label="The monthly plan renews"
            options={["on", "off"]}
            value={settings.monthly_renews ? "on" : "off"}
          />
          <Choice
            name="own_proofs"
            label="Bot check without scripts"
            options={["accepted", "refused"]}
            value={settings.own_proofs}
          />
          <NumberField
            name="analytics_kept"
            label="Analytics events kept"
            min={1}
            max={5_000_000}
            value={settings.analytics_kept}
          />
        </div>
        <Webhooks settings={settings} />
        <button type="submit" className="main">
          Save
        </button>
      </form>
    </ControlDocument>
  );
}

function Webhooks({ settings }: SettingsPageProps) {
  return (
    <>
      <h2>Webhooks</h2>
      <div className="fields">
        <Choice name="webhooks" label="Of every provider" options={WEBHOOK_MODES} value={settings.webhooks} />
        <NumberField
          name="webhooks_late_seconds"
          label="Late ones come after seconds"
          min={1}
          max={3600}
          value={settings.webhooks_late_seconds}
        />
      </div>
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
    </>
  );
}
