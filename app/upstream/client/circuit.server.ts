import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import { log } from "~/log.server";

const HALF_OPEN_AFTER_MS = 5_000;

/**
 * A circuit breaker: opens when half of the last 20 calls failed, and after 5 s lets one trial call through.
 * Unlike with cockatiel alone, other calls do not wait for the trial call: they fail at once, so pages stay fast.
 */
export class Circuit {
  private policy: CircuitBreakerPolicy;

  constructor(
    private readonly name: string,
    private readonly isFailure: (outcome: unknown) => boolean,
  ) {
    this.policy = this.build();
  }

  /** While true, a call fails at once, or is the trial call. */
  get isOpen(): boolean {
    return this.policy.state !== CircuitState.Closed;
  }

  /** @throws BrokenCircuitError without running `work` while the circuit is open. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.policy.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return this.policy.execute(work);
  }

  /** Closes the circuit and forgets all counted calls. */
  reset(): void {
    this.policy = this.build();
  }

  private build(): CircuitBreakerPolicy {
    // A call that its caller aborted is not counted, except as the trial call: then the circuit must open again.
    const isCounted = (error: unknown) => this.isFailure(error) || this.policy.state === CircuitState.HalfOpen;
    const policy = circuitBreaker(handleWhen(isCounted).orWhenResult(this.isFailure), {
      halfOpenAfter: HALF_OPEN_AFTER_MS,
      // cockatiel opens above its threshold, and 10 of 20 must be enough.
      breaker: new CountBreaker({ threshold: 0.49, size: 20 }),
    });
    policy.onStateChange((state) => log.warn({ circuit: this.name, state: CircuitState[state] }, "circuit changed"));
    return policy;
  }
}

/** Seconds until an open circuit lets a trial call through. */
export const CIRCUIT_RETRY_AFTER = HALF_OPEN_AFTER_MS / 1_000;
