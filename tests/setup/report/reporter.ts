import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** Names at the end what a run that passes would hide: the tests that were skipped, with what they need, and those that were taken again. */
export default class ExceptionsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter(({ options }) => options.mode === "skip" || options.mode === "todo");
    // Whoever asks for some tests by their names has skipped the others.
    const isPicked = this.#vitest?.getGlobalTestNamePattern() !== undefined;
    const unexplained = isPicked ? [] : skipped.filter((test) => test.meta().needs === undefined);
    if (unexplained.length > 0) process.exitCode = 1;
    const lines = [
      ...tests.flatMap(takenAgain),
      ...skipped.flatMap(skippedFor),
      ...unexplained.map((test) => `Skipped without a reason, which fails the run: ${nameOf(test)}`),
    ];
    for (const line of lines) this.#vitest?.logger.log(line);
  }
}

const nameOf = ({ module, fullName }: TestCase): string => `${module.relativeModuleId} > ${fullName}`;

function takenAgain(test: TestCase): string[] {
  if (!test.diagnostic()?.retryCount) return [];
  const [why = ""] = test.result().errors?.[0]?.message.split("\n") ?? [];
  return [`Taken again: ${nameOf(test)} (${why})`];
}

function skippedFor(test: TestCase): string[] {
  const { needs } = test.meta();
  return needs === undefined ? [] : [`Skipped, needs ${needs}: ${nameOf(test)}`];
}
