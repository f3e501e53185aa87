import { buyFromApp } from "./app-link-steps";
import { journey } from "./journey";

const APPS = [
  { sid: 101, app: "VPN Master", manifests: 1, travel: journey },
  { sid: 114, app: "VPN Lite", manifests: 0, travel: journey.withoutScripts },
] as const;

for (const { travel, ...facts } of APPS)
  travel(
    `a link of ${facts.app} leads to a paid plan without entering anything, and to its receipt`,
    buyFromApp(facts),
  );
