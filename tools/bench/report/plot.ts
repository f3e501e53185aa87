export interface Series {
  name: string;
  /** Both above 0; `x` ascends. */
  points: readonly { x: number; y: number }[];
}

const WIDTH = 720;
const HEIGHT = 420;
const PLOT = { left: 72, right: 24, top: 64, bottom: 64 };
/** Colour, and what tells the lines apart without it. */
const LOOKS = [
  { className: "one", dash: "" },
  { className: "two", dash: "8 4" },
  { className: "three", dash: "2 4" },
];

const STYLE = `
    svg { background: #fff; color: #1b1f24; font: 13px system-ui, sans-serif }
    text, circle { fill: currentColor }
    line { stroke: currentColor }
    polyline { fill: none; stroke: currentColor; stroke-width: 2.5 }
    .grid { opacity: .2 }
    .title { font-size: 15px; font-weight: 600 }
    .one { color: #6a4fb3 }
    .two { color: #0b6e4f }
    .three { color: #b3470f }
    @media (prefers-color-scheme: dark) {
      svg { background: #14171b; color: #e8eaed }
      .one { color: #b9a3f5 }
      .two { color: #5fd0a5 }
      .three { color: #ff9d66 }
    }`;

/** Both axes by multiples, so that a slow line is not pressed onto the axis. */
function scaleOf(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  const range = most - least || 1;
  return (value) => from + ((Math.log(value) - least) / range) * (to - from);
}

/** 0.1, 0.3, 1, 3 …, from the one below the least value to the one above the most. */
export function ticksFor(values: readonly number[]): number[] {
  const all = Array.from({ length: 13 }, (_, at) => 10 ** (at - 6)).flatMap((power) => [power, 3 * power]);
  const below = all.filter((tick) => tick <= Math.min(...values)).at(-1) ?? Math.min(...values);
  const above = all.find((tick) => tick >= Math.max(...values)) ?? Math.max(...values);
  return all.filter((tick) => tick >= below && tick <= above);
}

const round = (value: number): string => String(Math.round(value * 10) / 10);
const tickText = (tick: number): string => String(Number(tick.toPrecision(2)));

/** Lines over requests at once, as an SVG that can be read in light and dark. */
export function plotOf(series: readonly Series[], title: string): string {
  const points = series.flatMap((one) => one.points);
  const yTicks = ticksFor(points.map(({ y }) => y));
  const xTicks = [...new Set(points.map(({ x }) => x))];
  const bottom = HEIGHT - PLOT.bottom;
  const right = WIDTH - PLOT.right;
  const xAt = scaleOf(xTicks, PLOT.left, right);
  const yAt = scaleOf(yTicks, bottom, PLOT.top);
  const grid = yTicks.map((tick) => {
    const y = round(yAt(tick));
    return `<line class="grid" x1="${PLOT.left}" x2="${right}" y1="${y}" y2="${y}"/><text x="${PLOT.left - 8}" y="${y}" text-anchor="end" dominant-baseline="middle">${tickText(tick)}</text>`;
  });
  const below = xTicks.map(
    (tick) => `<text x="${round(xAt(tick))}" y="${bottom + 20}" text-anchor="middle">${tick}</text>`,
  );
  const lines = series.map((one, at) => lineOf(one, at, ({ x, y }) => [xAt(x), yAt(y)]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
  <title id="title">${title}</title>
  <style>${STYLE}
  </style>
  <text class="title" x="${PLOT.left}" y="24">${title}</text>
  ${grid.join("\n  ")}
  <line x1="${PLOT.left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>
  ${below.join("\n  ")}
  <text x="${(PLOT.left + right) / 2}" y="${HEIGHT - 16}" text-anchor="middle">requests at once</text>
  <text transform="translate(18 ${(PLOT.top + bottom) / 2}) rotate(-90)" text-anchor="middle">share of the most that Express sent</text>
  ${lines.join("\n  ")}
</svg>
`;
}

type Point = Series["points"][number];

/** A line with its points, and its name in the legend above the plot. */
function lineOf({ name, points }: Series, at: number, place: (point: Point) => [number, number]): string {
  const { className, dash } = LOOKS[at % LOOKS.length] ?? { className: "one", dash: "" };
  const placed = points.map((point) => place(point).map(round));
  const x = PLOT.left + at * 190;
  return [
    `<polyline class="${className}" stroke-dasharray="${dash}" points="${placed.map((pair) => pair.join(",")).join(" ")}"/>`,
    ...placed.map(([cx, cy]) => `<circle class="${className}" cx="${cx}" cy="${cy}" r="3"/>`),
    `<line class="${className}" stroke-width="2.5" stroke-dasharray="${dash}" x1="${x}" x2="${x + 32}" y1="46" y2="46"/><text x="${x + 40}" y="46" dominant-baseline="middle">${name}</text>`,
  ].join("\n  ");
}
