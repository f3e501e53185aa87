import { DRILLS, type Drill } from "./drills";
import { fires, type Scrape, type Spell } from "./judge";
import { makePlace, type Place } from "./place";
import { outcomeOf, stepsOf } from "./runbook";

/** It goes on so for hours, as far as the alert can know. */
const HOURS = 4 * 60;
const DAY = 26 * 60;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function scrapeOf(copies: Place["copies"]): Promise<Scrape> {
  const begun = copies.filter(({ starts }) => starts > 0);
  return new Map(await Promise.all(begun.map(async (copy) => [copy.name, await copy.metrics()] as const)));
}

/** Between the first two readings it was a day before, where the alert looks back at one. */
const spellsOf = (scrapes: readonly Scrape[], isOfDays: boolean): Spell[] => [
  ...scrapes.slice(0, 1).map((first) => ({ from: first, to: first, minutes: 1 })),
  ...scrapes.slice(1).map((to, index) => {
    const isLast = index === scrapes.length - 2;
    return { from: scrapes[index] ?? to, to, minutes: isLast ? HOURS : isOfDays ? DAY : 1 };
  }),
];

/** What is seen of each copy without a dashboard: whether it answers, how often it was started, what it said last. */
const copiesSeen = ({ copies }: Place, last: Scrape): string[] =>
  copies
    .filter(({ starts }) => starts > 0)
    .flatMap((copy) => [
      `${copy.name} ${last.get(copy.name) === undefined ? "does not answer" : "answers"}; it was started ${copy.starts} times`,
      `${copy.name} said last: ${copy.log().at(-1)?.slice(0, 300) ?? "nothing"}`,
    ]);

/** One drill from its beginning to its end. @returns what did not go as it should; empty where all did */
async function drill(alert: string): Promise<string[]> {
  const one = DRILLS[alert];
  if (one === undefined) throw new Error(`there is no drill ${alert}`);
  say(`\n# ${alert}\n${one.breaks}`);
  const place = await makePlace(one.place ?? {});
  try {
    await place.copies[0].start();
    if (one.hasTwoCopies) await place.copies[1].start();
    const scrapes = [await scrapeOf(place.copies)];
    const scrape = async () => void scrapes.push(await scrapeOf(place.copies));
    await one.act({ ...place, scrape });
    await scrape();
    return judged(alert, place, scrapes, one);
  } finally {
    await place.end();
  }
}

function judged(alert: string, place: Place, scrapes: readonly Scrape[], { isOfDays = false, cause }: Drill): string[] {
  const [first, last] = [scrapes[0], scrapes.at(-1)];
  if (first === undefined || last === undefined) return ["nothing was read"];
  const hasFired = fires(alert, spellsOf(scrapes, isOfDays));
  say(hasFired ? "The alert fires." : "THE ALERT DOES NOT FIRE.");
  const evidence = { log: place.copies.filter(({ starts }) => starts > 0).flatMap((copy) => copy.log()), first, last };
  const found = copiesSeen(place, last);
  for (const text of found) say(`- ${text}`);
  for (const [number, step] of stepsOf(alert).entries()) {
    const outcome = outcomeOf(step, evidence);
    say(`${number + 1}. ${step}`);
    for (const text of outcome) say(`   → ${text}`);
    found.push(...outcome);
  }
  const isFound = cause.test(found.join("\n"));
  say(isFound ? `The steps lead to the cause: ${cause.source}` : `THE STEPS DO NOT LEAD TO THE CAUSE: ${cause.source}`);
  return [...(hasFired ? [] : [`${alert} does not fire`]), ...(isFound ? [] : [`${alert}: its steps lead nowhere`])];
}

async function main(): Promise<void> {
  const [asked] = process.argv.slice(2);
  if (asked === undefined || !(asked === "all" || asked in DRILLS)) {
    say(`usage: npm run drill <alert>, or all\n${Object.keys(DRILLS).join(" ")}`);
    process.exitCode = 2;
    return;
  }
  const wrong: string[] = [];
  for (const alert of asked === "all" ? Object.keys(DRILLS) : [asked]) {
    const faults = await drill(alert).catch((error: unknown) => [
      `${alert} broke off: ${error instanceof Error ? error.stack : error}`,
    ]);
    wrong.push(...faults);
  }
  say(wrong.length === 0 ? "\nEvery alert fires, and its steps lead to the cause." : `\n${wrong.join("\n")}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

await main();
