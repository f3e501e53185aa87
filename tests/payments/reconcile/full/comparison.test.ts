import { it } from "vitest";
import { everyDifferenceIsFound } from "../every-difference";

it("every difference between two books is found on its day, to the cent, and none is made up, many times", () =>
  everyDifferenceIsFound(150));
