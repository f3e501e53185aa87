import fc from "fast-check";
import type { Books, Session, Taking } from "./books";
import { pick, recent, seldom, step } from "./step";

const OFTEN = ["approve", "decline", "pending", "cancel", "cancel_then_charge"] as const;
const SELDOM = [
  "challenge",
  "approve_and_stay",
  "approve_late",
  "approve_repeatedly",
  "reordered",
  "approve_twice",
  "wrong_amount",
] as const;
/** On the bank's page. */
const ANSWERS = ["pass", "fail", "abandon"] as const;

interface Pressed {
  outcome: (typeof OFTEN | typeof SELDOM | typeof ANSWERS)[number];
  seconds: number;
  afterwards: "approve" | "decline";
}

type Taken = Pick<Taking, "isRight" | "isLate"> & { after: number };

const now: Taken = { isRight: true, isLate: false, after: 0 };

/** The money that follows from a button of the payment page. */
function takenBy({ outcome, seconds, afterwards }: Pressed): Taken[] {
  switch (outcome) {
    case "approve":
    case "approve_and_stay":
    case "approve_repeatedly":
    case "reordered":
    case "pass":
      return [now];
    case "approve_twice":
      return [now, now];
    case "wrong_amount":
      return [{ ...now, isRight: false }];
    case "cancel_then_charge":
      return [{ ...now, isLate: true, after: seconds }];
    case "approve_late":
      return [{ ...now, after: seconds }];
    case "pending":
      return afterwards === "approve" ? [{ ...now, after: seconds }] : [];
    case "decline":
    case "challenge":
    case "cancel":
    case "fail":
    case "abandon":
      return [];
  }
}

function take(books: Books, { orderId, amount }: Session, pressed: Pressed, time: number): void {
  for (const { after, isRight, isLate } of takenBy(pressed))
    books.takings.push({ orderId, amount: isRight ? amount : amount + 1, isRight, isLate, at: time + after * 1000 });
}

/** A buyer presses a button, once or several times at once. Money moves only where the page offered the button. */
export const press = step(
  "press",
  fc.record({
    session: recent,
    isAgain: seldom,
    choice: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...OFTEN) },
      { weight: 2, arbitrary: fc.constantFrom(...SELDOM) },
    ),
    answer: fc.constantFrom(...ANSWERS),
    seconds: fc.constantFrom(0, 30, 3600),
    afterwards: fc.constantFrom("approve", "decline"),
    clicks: fc.integer({ min: 1, max: 3 }),
  }),
  async (books, world, { session, isAgain, choice, answer, seconds, afterwards, clicks }) => {
    const at = pick(isAgain ? books.sessions : books.unpressed(), session);
    if (at === undefined) return;
    const page = await world.page(at.path);
    const outcome = page.includes(`value="${answer}"`) ? answer : choice;
    const fields = new URLSearchParams([
      ["outcome", outcome],
      ["seconds", seconds.toString()],
      ["then", afterwards],
    ]);
    await Promise.all(Array.from({ length: clicks }, () => world.press(at.path, fields)));
    if (outcome !== "challenge") books.pressed.add(at);
    if (page.includes(`value="${outcome}"`)) take(books, at, { outcome, seconds, afterwards }, world.now());
  },
);
