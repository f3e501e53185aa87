/** The button that sent a form; undefined in browsers that do not support `submitter`. */
export const submitterOf = (event: Event): HTMLButtonElement | undefined =>
  "submitter" in event && event.submitter instanceof HTMLButtonElement ? event.submitter : undefined;
