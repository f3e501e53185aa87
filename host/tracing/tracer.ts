import { type Tracer, trace } from "@opentelemetry/api";

/** Makes the host's spans. Asked for anew each time: before the SDK is loaded, it makes none. */
export const tracer = (): Tracer => trace.getTracer("host");
