import { readdir, readFile } from "node:fs/promises";

/** One process of a group, by what Linux tells of it. */
interface ProcessUsage {
  pid: number;
  /** In seconds, since it began. */
  cpu: number;
  residentBytes: number;
}

/** Linux counts so many of its ticks a second, and memory in pages of this size. */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** The processes of a group, the oldest first; none where there is no /proc. */
export async function usageOf(group: number): Promise<ProcessUsage[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => readUsage(pid, group)));
  return found.filter((one) => one !== undefined).toSorted((one, other) => one.pid - other.pid);
}

/** The group's CPU time in seconds; NaN where it cannot be told. */
export async function cpuOf(group: number): Promise<number> {
  const usage = await usageOf(group);
  return usage.length === 0 ? Number.NaN : usage.reduce((sum, { cpu }) => sum + cpu, 0);
}

async function readUsage(pid: number, group: number): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name before the last bracket may have spaces; after it come the state, the parent and the group.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined || Number(fields[2]) !== group) return undefined;
  const cpu = (Number(fields[11]) + Number(fields[12])) / TICKS;
  return { pid, cpu, residentBytes: Number(fields[21]) * PAGE_BYTES };
}
