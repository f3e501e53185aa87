import type { Notice } from "./notice.server";

/** Something to know first, above the page one came for. */
export function NoticePanel({ title, text }: Notice) {
  return (
    <section className="notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{title}</h2>
      <p>{text}</p>
    </section>
  );
}
