import { journey } from "../journey";
import { buyThroughPowerCuts } from "../power-cut-steps";
import { startSite } from "../running-site";

journey(
  "a buyer at the provider never learns that the site was killed meanwhile",
  { ownSite: startSite },
  buyThroughPowerCuts,
);
