import { allowAndStop } from "./consent-steps";
import { journey } from "./journey";

journey("somebody in Germany is asked, agrees, and takes it back: all that was kept is gone", allowAndStop);
