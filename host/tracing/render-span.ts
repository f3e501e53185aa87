import { SpanStatusCode } from "@opentelemetry/api";
import type { PageRenderer, Site } from "../site";
import { tracer } from "./tracer";

/** What renders the site's pages; where traces are wanted, in a span. Undefined until the app is loaded. */
export function rendererOf({ render, env }: Site): PageRenderer | undefined {
  return render === undefined || env.tracing === undefined ? render : inSpan(render);
}

const inSpan =
  (render: PageRenderer): PageRenderer =>
  (request) =>
    tracer().startActiveSpan("render", async (span) => {
      try {
        const answer = await render(request);
        if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return answer;
      } finally {
        span.end();
      }
    });
