import { cancelAndUndo } from "./cancel-steps";
import { journey } from "./journey";

journey("a subscription is cancelled from the success page, kept after all, and cancelled again", cancelAndUndo);
