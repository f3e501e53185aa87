import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/page-frame";

/** What a VPN is good for. */
export function WhatItDoes() {
  const { t } = useTranslation("home");
  const { appName, promises } = useFrame().brand;
  const uses = (["doesWifi", "doesAddress", "doesProvider"] as const).filter(
    (use) => use !== "doesProvider" || promises.includes("hidesSites"),
  );
  return (
    <section aria-labelledby="does-title">
      <h2 id="does-title">{t("doesHeading", { app: appName })}</h2>
      <ul className="points">
        {uses.map((use) => (
          <li key={use}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={PICTURES[use]} />
            </svg>
            <h3>{t(use)}</h3>
            <p>{t(`${use}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PICTURES = {
  doesWifi: "M2 9c6-5 14-5 20 0M5.5 13c4-3 9-3 13 0M9 16.8c2-1.4 4-1.4 6 0M12 20.2v.1",
  doesAddress: "M12 21s-7-6-7-11.5a7 7 0 0 1 14 0C19 15 12 21 12 21zM9 9.5l2.2 2.2 4-4",
  doesProvider:
    "M3 3l18 18M10.5 5.2c4.7-.7 8.5 2 10.5 6.8a15 15 0 0 1-2.3 3.5M6.5 7A14 14 0 0 0 3 12c2.8 6 8 8.5 13 6M9.8 9.9a3 3 0 0 0 4.2 4.2",
} as const;

/** From the plan to the app, in three steps. */
export function HowItWorks() {
  const { t } = useTranslation("home");
  const steps = ["howPick", "howPay", "howConnect"] as const;
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title">{t("howHeading")}</h2>
      <ol className="points steps">
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(step)}</h3>
            <p>{t(`${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
