/**
 * Places for work that runs at the same time. An owner (an organization, an endpoint) may take another place while it has
 * fewer than a share of those that are free: alone it gets many, but some always stay free for others, and each gets
 * about as many when many want them (the dynamic thresholds of switches with shared memory).
 */
export class FairPlaces {
  readonly #share: number;
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor(total: number, share: number) {
    this.#free = total;
    this.#share = share;
  }

  /** Returns true if the owner may take another place: the first one whenever any is free. */
  admits(owner: string): boolean {
    const taken = this.#taken.get(owner) ?? 0;
    return this.#free > 0 && (taken === 0 || taken < this.#free * this.#share);
  }

  /** Returns the owners that may take no further place now. */
  refused(): string[] {
    return [...this.#taken.keys()].filter((owner) => !this.admits(owner));
  }

  get isUnused(): boolean {
    return this.#taken.size === 0;
  }

  /** Takes a place, admitted or not; disposing the result gives it back. */
  take(owner: string): Disposable {
    this.#change(owner, 1);
    return { [Symbol.dispose]: () => this.#change(owner, -1) };
  }

  #change(owner: string, by: 1 | -1) {
    const taken = (this.#taken.get(owner) ?? 0) + by;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
    this.#free -= by;
  }
}
