/** Presses a button or a link that loads another page. Never settles, so a dialog stays busy until that page is there. */
export function leaveBy(element: HTMLElement | null | undefined): Promise<never> {
  element?.click();
  return new Promise(() => {});
}
