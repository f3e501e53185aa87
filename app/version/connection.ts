declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/** Whether the visitor saves data, or their connection is so slow that nothing is loaded before it is needed. */
export const isSlowLink = (): boolean => {
  const { saveData = false, effectiveType = "" } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith("2g");
};
