import { buyFromAdvertisement, GERMAN_IN_AMERICA } from "../analytics-steps";
import { journey } from "../journey";

journey("a buyer whom an advertisement sent is told of step by step", GERMAN_IN_AMERICA, buyFromAdvertisement);
