/** `npm run test:full` asks for the effort that `npm test` has no time for. */
export const isFull = process.env.TESTS === "full";

/** Of many that are tried alike: in `npm test` the first few. */
export const sample = <T>(all: readonly T[], few: number): readonly T[] => (isFull ? all : all.slice(0, few));

/** How often a property is tried: in `npm test` a twentieth of what its author asked for. */
export const runs = (asked: number): number => (isFull ? asked : Math.ceil(asked / 20));
