/** Does so many pieces of work, several at once; each begins as soon as one before it has ended. */
export async function sideBySide(
  amount: number,
  atOnce: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < amount) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
}
