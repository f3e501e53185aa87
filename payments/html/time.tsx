import { timeOf } from "../time";

/** As people read it, to the second: "2026-11-22 13:34:17 UTC". */
export const shownTime = (milliseconds: number): string => `${timeOf(milliseconds).slice(0, 19).replace("T", " ")} UTC`;

export const Time = ({ at }: { at: number }) => <time dateTime={timeOf(at)}>{shownTime(at)}</time>;
