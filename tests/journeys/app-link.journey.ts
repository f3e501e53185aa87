import { buyFromApp } from "./app-link-steps";
import { journey } from "./journey";

journey(
  "a link of VPN Master leads to a paid plan without entering anything, and to its receipt",
  buyFromApp({ sid: 101, app: "VPN Master", manifests: 1 }),
);
