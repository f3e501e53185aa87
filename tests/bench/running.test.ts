import { expect, it, onTestFinished } from "vitest";
import { run } from "../../tools/bench/processes/running";

it("a process is where its first address says, whatever it prints before, as that it builds the host", async () => {
  const lines = ["Building the host …", "payments http://localhost:4000", "metrics http://localhost:9000"];
  const script = `for (const line of ${JSON.stringify(lines)}) console.log(line); setInterval(() => {}, 60_000);`;
  const running = run(process.execPath, ["-e", script], {});
  onTestFinished(() => running.stop());
  expect(await running.address()).toBe("http://localhost:4000");
});
