/** The same page for the visitor's own browser. The words come along, since hardly any page needs them. */
export interface Elsewhere {
  link: string;
  /** A QR code: its width in modules, and the path that draws it. */
  code?: { size: number; path: string };
  words: { title: string; text: string; link: string; copy: string; copied: string; code: string };
}
