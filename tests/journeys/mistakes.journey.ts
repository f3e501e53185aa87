import { journey } from "./journey";
import { mendAddress } from "./mistake-steps";

journey("a mistyped e-mail address is pointed out and mended", { statuses: [422] }, mendAddress);
