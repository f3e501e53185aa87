import { beforeEach, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoOrder } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { PAIRS } from "../../sandbox/sale-kinds";
import { changeWhileOpen, watchPurchases } from "../agreements";

beforeEach(() => upstream.use(answering(endpoints.soPurchase, makeSoOrder())));
beforeEach(watchPurchases);

it.each(PAIRS)(
  "a form that showed %s, where %s is sold by now, comes back with its entries, and sells what it shows then",
  changeWhileOpen,
);
