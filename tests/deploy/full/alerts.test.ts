import { describe, it } from "vitest";
import { needsTool } from "../../../tools/image/installed";
import { ALERT_TESTS, expectGood } from "../promtool";

describe("promtool", needsTool("promtool"), () => {
  it.each(ALERT_TESTS)("test rules %s", (file) => expectGood("test", "rules", file));
});
