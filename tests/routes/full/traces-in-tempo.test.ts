import { expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "~/upstream/contract/endpoints";
import { needsTempo, runTempo } from "../../tracing/running-tempo";
import { traceTo } from "../../tracing/traced-host";
import { renderApp } from "../site";

const line = z.object({ path: z.string().optional(), trace_id: z.string().optional() });

/** Only where Tempo is installed; every other machine has the tests of what is sent. */
it("a real backend takes a page's trace, and gives it back whole under the id in the log", needsTempo, async () => {
  const { endpoint, trace } = await runTempo();
  const { host, stop, warnings } = await traceTo(endpoint, { render: renderApp });
  await (await fetch(`${host.origin}/payment/year?coupon=WELCOME20`)).text();
  await stop();
  expect(warnings).toEqual([]);
  const [logged] = host.logged
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ path }) => path === "/payment/year");
  const spans = await trace(logged?.trace_id ?? "");
  const request = spans.find(({ name }) => name === "GET payment");
  const render = spans.find(({ name }) => name === "render");
  expect(request).toMatchObject({ traceId: logged?.trace_id, kind: "SPAN_KIND_SERVER" });
  expect(request).not.toHaveProperty("parentSpanId");
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  expect(render?.parentSpanId).toBe(request?.spanId);
  const plans = spans.find(({ name }) => name === endpoints.plans.path);
  expect(plans).toMatchObject({ kind: "SPAN_KIND_CLIENT", parentSpanId: render?.spanId });
  expect(plans?.attributes).toContainEqual({ key: "outcome", value: { stringValue: "ok" } });
});
