import type { Funnel } from "../../analytics/funnel";

/** Heights in pixels. Widths are percentages, so that the text keeps its size on any screen. */
const STEP = 82;
const TEXT = 14;
const EVENTS_BAR = { y: 22, height: 14 };
const VISITORS_BAR = { y: 38, height: 6 };
const VISITORS_TEXT = 60;

interface FunnelChartProps {
  /** Its id in the page. */
  id: string;
  name: string;
  steps: Funnel["steps"];
}

/** A funnel drawn as bars, one step below the other. Readers of its table miss nothing. */
export function FunnelChart({ id, name, steps }: FunnelChartProps) {
  return (
    <svg
      className="chart"
      role="img"
      width="100%"
      height={TITLE + steps.length * STEP}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
    >
      <title id={`${id}-title`}>{`Funnel: ${name}`}</title>
      <desc id={`${id}-desc`}>{steps.map(sentence).join(" ")}</desc>
      <text className="strong" x="0" y={TEXT}>
        {name}
      </text>
      {steps.map((step, index) => (
        <StepBar key={step.event} step={step} y={TITLE + index * STEP} />
      ))}
    </svg>
  );
}

const TITLE = 28;

function StepBar({ step, y }: { step: Funnel["steps"][number]; y: number }) {
  const { label, events, shareOfEvents, visitors, shareOfVisitors } = step;
  return (
    <>
      <text x="0" y={y + TEXT}>
        {label}
      </text>
      <text x="100%" y={y + TEXT} textAnchor="end">
        {`${count(events)} · ${percent(shareOfEvents)}`}
      </text>
      <Bar kind="track" y={y + EVENTS_BAR.y} height={EVENTS_BAR.height} />
      <Bar kind="bar" share={shareOfEvents} y={y + EVENTS_BAR.y} height={EVENTS_BAR.height} />
      <Bar kind="bar2" share={shareOfVisitors} y={y + VISITORS_BAR.y} height={VISITORS_BAR.height} />
      <text x="0" y={y + VISITORS_TEXT}>
        {`${count(visitors)} ${visitors === 1 ? "browser" : "browsers"} · ${percent(shareOfVisitors)}`}
      </text>
    </>
  );
}

interface BarProps {
  /** A track is as wide as the chart. */
  kind: "track" | "bar" | "bar2";
  share?: number | undefined;
  y: number;
  height: number;
}

/** A step may have more than the first one: a visitor who pays twice, or whose visit was not reported. */
function Bar({ kind, share = 0, y, height }: BarProps) {
  const width = kind === "track" ? "100%" : `${Math.min(share, 1) * 100}%`;
  return <rect className={kind} x="0" width={width} y={y} height={height} rx="3" />;
}

const count = (number: number): string => number.toLocaleString("en");

/** A share as text, such as "12.5 %"; a dash where there is nothing to have a share of. */
export const percent = (share: number | undefined): string =>
  share === undefined ? "–" : `${(share * 100).toLocaleString("en", { maximumFractionDigits: 1 })} %`;

const sentence = ({ label, events, shareOfEvents, visitors }: Funnel["steps"][number]): string =>
  `${label}: ${count(events)} events (${percent(shareOfEvents)}), ${count(visitors)} browsers.`;
