import { OutcomeUnknown } from "./errors";

/** Most pages that are read of a list at once; whoever needs more does not know the outcome. */
const MOST = 200;

interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}
type ReadPage<T> = (last: T | undefined) => Promise<Page<T>>;

/** A list page by page, however long. @param read the page after an item, or the first one */
export async function* everyPage<T>(read: ReadPage<T>): AsyncGenerator<readonly T[]> {
  let last: T | undefined;
  for (;;) {
    const { items, hasMore } = await read(last);
    yield items;
    last = items.at(-1);
    if (!hasMore || last === undefined) return;
  }
}

/** All that a list has. @throws OutcomeUnknown */
export async function everyItem<T>(read: ReadPage<T>): Promise<T[]> {
  const pages: (readonly T[])[] = [];
  for await (const page of everyPage(read)) {
    if (pages.push(page) > MOST) throw new OutcomeUnknown("A list is too long to be read");
  }
  return pages.flat();
}
