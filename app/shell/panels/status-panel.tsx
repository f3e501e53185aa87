import type { ReactNode } from "react";

export type Tone = "success" | "waiting" | "problem" | "info";

const TONE_SIGNS: Readonly<Record<Tone, string>> = {
  success: "M6 12.5l4 4 8-9",
  waiting: "M12 7v5l3 2",
  problem: "M12 7v6M12 16.5v.5",
  info: "M12 11v6M12 7v.5",
};

interface Props {
  tone: Tone;
  title: string;
  /** It has two columns where there is room. */
  isWide?: boolean;
  children: ReactNode;
}

/** A message that fills the page: an icon, a heading, and the content below. */
export function StatusPanel({ tone, title, isWide, children }: Props) {
  return (
    <section className={`status status-${tone}${isWide ? " status-wide" : ""}`}>
      <svg className="status-mark" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        <path d={TONE_SIGNS[tone]} />
      </svg>
      <h1>{title}</h1>
      {children}
    </section>
  );
}
