import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import type { Db } from "../../../payments/store/database";

/** The process was killed. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** A process that is killed after so many steps: each query and each call is one before it is made, and one after. 0: it lives on. */
export class Life implements KyselyPlugin {
  #left: number;

  constructor(steps: number) {
    this.#left = steps === 0 ? Number.POSITIVE_INFINITY : steps;
  }

  /** @throws Crash, from the step on at which it was killed */
  step(): void {
    this.#left -= 1;
    if (this.#left <= 0) throw new Crash("killed");
  }

  /** The same database, as this process has it: what a transaction did that was not over is gone with the process. */
  on(db: Db): Db {
    return db.withPlugin(this);
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    this.step();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    this.step();
    return result;
  }
}
