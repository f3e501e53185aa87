import { journey } from "../journey";
import { renewWithNewCard } from "../renewal-steps";

journey("a renewal that failed is paid with a new card, once", renewWithNewCard);
