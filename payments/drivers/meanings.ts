/** What each of a provider's words means. @param words of each meaning, with space between them */
export function meanings<M extends string>(words: Readonly<Partial<Record<M, string>>>): ReadonlyMap<string, M> {
  const found = new Map<string, M>();
  for (const meaning in words) for (const word of words[meaning]?.split(/\s+/) ?? []) found.set(word, meaning);
  return found;
}
