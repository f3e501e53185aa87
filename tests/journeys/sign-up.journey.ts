import { journey } from "./journey";
import { signInByMail, signUpAndBuy } from "./sign-up-steps";

journey("whoever has signed up buys without entering anything, logs out, and signs in by mail", async (trip) => {
  const order = await signUpAndBuy(trip);
  await signInByMail(trip, order);
});
