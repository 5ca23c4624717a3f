import { setTimeout as sleep } from 'node:timers/promises';
import type { Crowd } from './crowd.ts';
import { longest, type SlowClients } from './slow-clients.ts';

const calm = 3_000;
const quick = 1_000;
const patience = 900_000;

/** All clients that send requests while processes are replaced. */
export class Traffic {
  readonly #crowd: Crowd;
  readonly #slow: SlowClients;
  /** Number of failures without a stop: the machine was overloaded. */
  turnedAway = 0;

  constructor(crowd: Crowd, slow: SlowClients) {
    this.#crowd = crowd;
    this.#slow = slow;
  }

  /**
   * Waits until the machine copes with the load: for three seconds no request fails or takes longer than
   * one second. Earlier failures can't be told from those of a stop.
   */
  async flows(): Promise<void> {
    for (const began = performance.now(); performance.now() - began < patience;) {
      this.turnedAway += this.#takeFailed().length;
      this.#crowd.takeSlowest();
      await sleep(calm);
      const isQuick = this.#crowd.takeSlowest() < quick;
      const failed = this.#takeFailed().length;
      this.turnedAway += failed;
      if (isQuick && failed === 0) return;
    }
    throw new Error('This machine does not serve the load of the proof, with nothing stopped');
  }

  /** Applies a change to the processes; returns the requests that failed. */
  async during(change: () => Promise<void>): Promise<string[]> {
    await change();
    // Waits for requests that began meanwhile.
    await sleep(longest);
    return this.#takeFailed();
  }

  #takeFailed() {
    return [...this.#slow.takeFailed(), ...this.#crowd.takeFailed()];
  }
}
