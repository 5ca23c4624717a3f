/** Durations of recent work in ms, with which a reply that skips the work hides that it does (R-ACC-22). */
export class RecentDurations {
  readonly #durations: number[] = [];

  /** Keeps the last hundred. */
  record(durationMs: number): void {
    this.#durations.push(durationMs);
    if (this.#durations.length > 100) this.#durations.shift();
  }

  /** Returns a random one, so that both kinds of reply vary alike; 0 when there are none. */
  random = (): number => this.#durations[Math.floor(Math.random() * this.#durations.length)] ?? 0;
}
