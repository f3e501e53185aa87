import { CONNECTIONS, type Generator, type Loaded, type Target } from "./load";

interface Rounds {
  rounds: number;
  sideMs: number;
  connections?: number;
  mayTurnAway?: boolean;
}

/**
 * Loads servers in turn, A B C A B C …, after each has been warmed up. @returns what came of each in every round, by its name
 */
export async function inRounds<Name extends string>(
  generator: Generator,
  targets: Readonly<Record<Name, Target>>,
  { rounds, sideMs, connections = CONNECTIONS, mayTurnAway = false }: Rounds,
): Promise<(name: Name, figure: keyof Figures) => number[]> {
  const sides: [string, Target][] = Object.entries(targets);
  const how = { connections, mayTurnAway, ends: { afterMs: sideMs } };
  for (const [, target] of sides) await generator.load(target, how);
  const all = new Map<string, Loaded[]>(sides.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of sides) {
      const loaded = await generator.load(target, how);
      all.get(name)?.push(loaded);
    }
  }
  return (name, figure) => (all.get(name) ?? []).map((loaded) => loaded[figure]);
}

type Figures = Pick<Loaded, "viewsPerSecond" | "shownShare" | "bytesPerView" | "cpuPerView">;
