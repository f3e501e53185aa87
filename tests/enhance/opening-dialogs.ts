import { afterEach, beforeEach } from "vitest";

/** jsdom has the dialog element, but does not open it: in a file that calls this it does. */
export function letDialogsOpen(): void {
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      this.open = true;
    };
  });
  afterEach(() => Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal"));
}
