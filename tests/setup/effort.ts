/** `npm run test:full` asks for the effort that `npm test` has no time for. */
export const isFull = process.env.TESTS === "full";

/** How often a property is tried: in `npm test` a twentieth of what its author asked for. */
export const runs = (asked: number): number => (isFull ? asked : Math.ceil(asked / 20));
