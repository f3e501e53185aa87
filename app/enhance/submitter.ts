/** The button that sends a form; undefined where the browser is too old to say. */
export const submitterOf = (event: Event): HTMLButtonElement | undefined =>
  "submitter" in event && event.submitter instanceof HTMLButtonElement ? event.submitter : undefined;
