const ROUNDS = 5;
const REQUESTS = 200;
const SIDE_BY_SIDE = 8;

/** Two pages in turn, A B A B …: the ratio of each pair holds although the machine's speed drifts. */
const PAIRS = [
  { name: "checkout in Arabic : in English", a: "/ar/payment/yearly", b: "/payment/yearly" },
  { name: "checkout : a page without upstream calls", a: "/payment/yearly", b: "/404" },
];

/** Prints, for each pair, how many times as long A takes as B: minimum, median, maximum. */
export async function measureThroughput(origin: string): Promise<void> {
  process.stdout.write(
    `\ntime of A as a multiple of B (${ROUNDS} rounds of ${REQUESTS} requests, ${SIDE_BY_SIDE} at a time)\n`,
  );
  for (const { name, a, b } of PAIRS) {
    await timeRequests(origin + a, REQUESTS / 2);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ratios.push((await timeRequests(origin + a, REQUESTS)) / (await timeRequests(origin + b, REQUESTS)));
    }
    ratios.sort((x, y) => x - y);
    const shown = [ratios[0], ratios[Math.floor(ROUNDS / 2)], ratios.at(-1)].map((ratio) => ratio?.toFixed(2));
    process.stdout.write(`${name.padEnd(44)} ${shown.join("  ")}\n`);
  }
}

async function timeRequests(address: string, count: number): Promise<number> {
  const began = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) await (await fetch(address)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return performance.now() - began;
}
