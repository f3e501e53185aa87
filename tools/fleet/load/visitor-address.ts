let visitors = 0;

/** The headers of somebody whose network address nobody had before: limits count each visitor alone. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  return { "x-forwarded-for": `10.${64 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}` };
}
