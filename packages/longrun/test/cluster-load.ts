import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSet, Seeded } from '#packages/bench/data.ts';
import { percentile } from '#packages/bench/statistics.ts';
import { attempt, createWriter, type MarkedWrite } from '#packages/longrun/writes.ts';
import { callerAt } from '#tools/caller.ts';
import { query } from '#tools/kit/databases.ts';
import { asMember } from '#tools/kit/organizations.ts';
import { figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';

const seconds = repetitions(3, 20);

/** Clients that write and read in organizations of their own until stopped. */
export class ClusterLoad {
  readonly #over = new AbortController();
  readonly #random = randomFrom(seed);
  readonly #origin: string;
  readonly #sent = new Map<string, { write: MarkedWrite; tenant: string }>();
  readonly #confirmed = new Set<string>();
  readonly #running: Promise<void>[];
  #unknown: MarkedWrite[] = [];
  #refusals: Record<string, number> = {};
  #times: number[] = [];
  #answered = 0;
  readonly foreign: string[] = [];

  constructor(origin: string, { largest, ordinary }: DataSet) {
    this.#origin = origin;
    const tenants = [largest, ...ordinary.slice(0, 7)];
    this.#running = tenants.flatMap((seeded, number) => [
      this.#write(seeded, `w${number}`),
      this.#read(seeded, `w${number}`),
    ]);
  }

  /** Sends one request and notes its time, or the refusal; returns null when its result is unknown. */
  async #send(write: Pick<MarkedWrite, 'send'>, isRepeated = false) {
    const began = performance.now();
    const note = (refusal: string) => {
      this.#refusals[refusal] = (this.#refusals[refusal] ?? 0) + 1;
      return null;
    };
    const answer = await attempt(write, this.#origin, { isRepeated }).catch((error: Error) =>
      note(error.message),
    );
    this.#times.push(performance.now() - began);
    if (answer === null && !isRepeated) note('refused for now');
    if (answer === null) return null;
    this.#answered += 1;
    return answer;
  }

  async #write({ tenant, tokens: [token = ''] }: Seeded, name: string) {
    const owner = asMember(tenant, token);
    const unused = () => ({}) as never;
    const random = this.#random;
    const only = 'transaction';
    const next = createWriter({ name, owner, operator: owner, registration: unused, random, only });
    while (!this.#over.signal.aborted) {
      const write = next();
      this.#sent.set(write.mark, { write, tenant });
      if ((await this.#send(write)) === null) this.#unknown.push(write);
      else this.#confirmed.add(write.mark);
      await sleep(20);
    }
  }

  /** Reads pages; every row must be of the organization, by its description. */
  async #read({ tenant, tokens: [token = ''] }: Seeded, name: string) {
    const api = callerAt(this.#origin, asMember(tenant, token));
    while (!this.#over.signal.aborted) {
      const page = await this.#send({
        send: () => api.transactions.getAll({ query: { limit: 50 } }),
      });
      const { items = [] } = (page ?? {}) as { items?: { description: string }[] };
      for (const { description } of items) {
        const isOwn = description.endsWith(` of ${tenant}`) || description.startsWith(`${name}-`);
        if (!isOwn && description !== 'An order') this.foreign.push(`${description} in ${name}`);
      }
      await sleep(20);
    }
  }

  /** Does the work under load, with seconds of load before and after; reports what clients saw. */
  async during(what: string, work: () => Promise<unknown>) {
    await sleep(seconds * 1_000);
    [this.#refusals, this.#times, this.#answered] = [{}, [], 0];
    const began = performance.now();
    await work();
    const took = ((performance.now() - began) / 1_000).toFixed(1);
    await sleep(seconds * 1_000);
    const refusals = Object.entries(this.#refusals).map(
      ([refusal, count]) => `${count} ${refusal}`,
    );
    figure(
      'cluster',
      `${what}: ${took} s; ${this.#answered} requests answered, p99 ` +
        `${percentile(this.#times, 0.99).toFixed(0)} ms, slowest ${Math.max(...this.#times).toFixed(0)} ms; ` +
        `not answered: ${refusals.join(', ') || 'none'}`,
    );
  }

  /** Stops the clients and repeats writes of unknown result; returns what was lost, doubled or misplaced. */
  async finish(url: string): Promise<string[]> {
    this.#over.abort();
    await Promise.all(this.#running);
    for (let tries = 60; this.#unknown.length > 0 && tries > 0; tries -= 1) {
      for (const write of this.#unknown.splice(0)) {
        if ((await this.#send(write, true)) === null) this.#unknown.push(write);
        else this.#confirmed.add(write.mark);
      }
      await sleep(500);
    }
    const marks = [...this.#sent.keys()].map((mark) => `'${mark}'`).join(', ');
    const found = await query<{ mark: string; tenant: string }>(
      url,
      `select description as mark, tenant_id as tenant from transactions where description in (${marks})`,
    );
    const problems = this.#unknown.map(({ mark }) => `no reply: ${mark}`);
    const copies = Map.groupBy(found, ({ mark }) => mark);
    for (const [mark, { tenant }] of this.#sent) {
      const rows = copies.get(mark) ?? [];
      if (rows.length === 0 && this.#confirmed.has(mark)) problems.push(`lost: ${mark}`);
      if (rows.length > 1) problems.push(`${rows.length} copies of ${mark}`);
      if (rows.some((row) => row.tenant !== tenant)) problems.push(`${mark} is elsewhere`);
    }
    figure(
      'cluster',
      `${this.#confirmed.size} writes confirmed; ${problems.length} lost or doubled; ${this.foreign.length} foreign rows`,
    );
    return [...problems, ...this.foreign];
  }
}
