import { CONNECTIONS, type Generator, type Loaded, type Target } from "./load";

/**
 * Loads servers in turn, A B C A B C …, after each has been warmed up. @returns what came of each in every round, by its name
 */
export async function inRounds<Name extends string>(
  generator: Generator,
  targets: Readonly<Record<Name, Target>>,
  { rounds, sideMs }: { rounds: number; sideMs: number },
): Promise<(name: Name, figure: keyof Figures) => number[]> {
  const sides: [string, Target][] = Object.entries(targets);
  for (const [, target] of sides) await generator.load(target, { connections: CONNECTIONS, ends: { afterMs: sideMs } });
  const all = new Map<string, Loaded[]>(sides.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of sides) {
      const loaded = await generator.load(target, { connections: CONNECTIONS, ends: { afterMs: sideMs } });
      all.get(name)?.push(loaded);
    }
  }
  return (name, figure) => (all.get(name) ?? []).map((loaded) => loaded[figure]);
}

type Figures = Pick<Loaded, "viewsPerSecond" | "bytesPerView" | "cpuPerView">;
