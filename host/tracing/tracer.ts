import { type Tracer, trace } from "@opentelemetry/api";

/** Makes the host's spans. Called anew for each span: before the SDK is loaded, the tracer makes none. */
export const tracer = (): Tracer => trace.getTracer("host");
