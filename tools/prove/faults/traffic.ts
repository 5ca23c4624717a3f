import { setTimeout as sleep } from 'node:timers/promises';
import type { Crowd } from './crowd.ts';
import { longest, type SlowClients } from './slow-clients.ts';

const calm = 3_000;
const quick = 1_000;
const patience = 900_000;

/** Everybody who asks something while processes come and go. */
export class Traffic {
  readonly #crowd: Crowd;
  readonly #slow: SlowClients;
  /** Who was not served although nothing was stopped: a machine with too much to do. */
  turnedAway = 0;

  constructor(crowd: Crowd, slow: SlowClients) {
    this.#crowd = crowd;
    this.#slow = slow;
  }

  /**
   * Waits until the machine serves all of them: for three seconds nobody is turned away or waits for
   * longer than one. What is not served before cannot be told from what a stop does.
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

  /** Does something to the processes; how requests ended that did not stand it. */
  async during(change: () => Promise<void>): Promise<string[]> {
    await change();
    // Whoever began meanwhile is waited for.
    await sleep(longest);
    return this.#takeFailed();
  }

  #takeFailed() {
    return [...this.#slow.takeFailed(), ...this.#crowd.takeFailed()];
  }
}
