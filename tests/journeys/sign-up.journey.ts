import { journey } from "./journey";
import { signUpAndBuy } from "./sign-up-steps";

journey("whoever has signed in buys without entering anything, has their receipt, and logs out", signUpAndBuy);
