import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Effort, effortOf } from "./effort";
import { measureArrivals } from "./parts/arrivals";
import { measureBytes } from "./parts/bytes";
import { measureGrowth } from "./parts/growth";
import { measurePayments } from "./parts/payments";
import { measurePeers } from "./parts/peers";
import { measureSaturation } from "./parts/plot";
import { measureStart } from "./parts/start";
import { measureThroughput } from "./parts/throughput";
import { measureUpstream } from "./parts/upstream";
import { measureVitals } from "./parts/vitals";
import { buildIfDue } from "./processes/site";
import { PARTS, type Part, writePart, writePlot } from "./report/docs";
import { asMarkdown, asText, type Table } from "./report/table";

const MEASURES: Readonly<Record<Part, (effort: Effort) => Promise<Table[]>>> = {
  throughput: measureThroughput,
  arrivals: measureArrivals,
  peers: measurePeers,
  upstream: measureUpstream,
  bytes: measureBytes,
  vitals: measureVitals,
  start: measureStart,
  growth: measureGrowth,
  payments: measurePayments,
  plot: measureSaturation,
};

const USAGE = `usage: npm run bench [-- <part> …] [-- --quick | --full] [-- --write]
Parts: ${PARTS.join(", ")}; without any, all. What the figures mean is in docs/bench.md.
--quick: only sees that everything works; --full: more rounds, and a million orders; --write: puts the ratios into the docs.
`;

interface Wanted {
  parts: readonly Part[];
  effort: Effort;
  isWriting: boolean;
}

/** What the command line asks for. @throws where that is nothing to be had */
function wanted(): Wanted {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(", ")}`);
  if (values.quick && values.write) throw new Error("the figures of a quick run mean nothing, so they are not written");
  const parts = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part));
  return { parts, effort: effortOf(values), isWriting: values.write };
}

async function main({ parts, effort, isWriting }: Wanted): Promise<void> {
  await buildIfDue();
  for (const part of parts) {
    const begun = performance.now();
    const tables = await MEASURES[part](effort);
    const load = loadavg().map((mean) => mean.toFixed(1));
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(`\n== ${part}\n\n${tables.map(asText).join("\n")}`);
    process.stderr.write(`(${seconds} s, load average ${load.join(" ")} on ${availableParallelism()} cores)\n`);
    if (!isWriting) continue;
    const lasting = tables.filter((table) => !table.isOfThisMachine);
    await writePart(part, lasting.map(asMarkdown).join("\n"));
    for (const { plot } of tables) if (plot !== undefined) await writePlot(plot);
  }
}

// What was started ends with this process, also where it is told to end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

let asked: Wanted | undefined;
try {
  asked = wanted();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
if (asked !== undefined) await main(asked);
