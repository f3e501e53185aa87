import { journey } from "../journey";
import { withdrawTwice } from "../withdraw-steps";

journey("a contract is withdrawn from in two steps, and the money goes back once", withdrawTwice);
