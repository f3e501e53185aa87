import { allowAndStop, decline, sendSignal } from "../consent-steps";
import { journey } from "../journey";

journey("somebody in Germany is asked, agrees, and takes it back: all that was kept is gone", allowAndStop);

journey("somebody in Germany declines and buys: only the payment is told, of nobody", decline);

journey("a browser's privacy signal declines for its visitor", sendSignal);
