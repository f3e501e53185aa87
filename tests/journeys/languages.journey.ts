import { journey } from "./journey";
import { openInBrowsersLanguage } from "./language-steps";

journey(
  "a browser that asks for German gets the German home page in one step",
  { browserLanguage: "de-DE" },
  openInBrowsersLanguage,
);
