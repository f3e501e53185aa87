import { setupServer } from "msw/node";
import { handlers } from "./handlers";

/** The payments API of the tests. `upstream.use(answering(…))` changes an answer for one test. */
export const upstream = setupServer(...handlers);
