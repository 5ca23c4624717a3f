import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seed } from '#tools/kit/seed.ts';
import { attempt } from './attempt.ts';
import type { Cluster } from './cluster.ts';
import { keyOf, tornSince } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { openOrganization, registrationAt, signInOperator } from './organizations.ts';
import { kill, startCalls, type Server } from './servers.ts';
import { settle } from './settle.ts';
import { Writer, type Kind, type Write } from './writes.ts';

/** Target of the kills. */
export type Aim = 'app' | 'database';

type Options = {
  /** Confirmed writes between two kills. */
  writes: number;
  /** Restricts writes to one kind. */
  only?: Kind;
};

const writersAtOnce = 12;
/** Milliseconds by which a check overlaps the one before. */
const margin = 10_000;

/** Runs an app on a database with writing clients, and kills one of the two repeatedly. */
export class Siege {
  readonly #cluster: Cluster;
  readonly #options: Options;
  readonly #ledger = new Ledger();
  readonly #random = randomFrom(seed);
  readonly #broken: string[] = [];
  readonly #pauses: number[] = [];
  #server: Server;
  #writers: Writer[] = [];
  /** Writes whose result is unknown. */
  #doubts: Write[] = [];
  #unanswered = 0;
  #keysHold = false;
  #looked = Date.now();
  lost = 0;

  static async begin(stack: AsyncDisposableStack, cluster: Cluster, options: Options) {
    const siege = new Siege(cluster, options, await startOver(cluster, options));
    stack.defer(() => kill(siege.#server));
    await siege.#gather();
    return siege;
  }

  private constructor(cluster: Cluster, options: Options, server: Server) {
    this.#cluster = cluster;
    this.#options = options;
    this.#server = server;
  }

  async #gather() {
    const { origin } = this.#server;
    const [operator, registration] = [await signInOperator(origin), await registrationAt(origin)];
    for (let count = 1; count <= writersAtOnce; count += 1) {
      const name = `w${count}`;
      const owner = await openOrganization(origin, name);
      const [random, only] = [this.#random, this.#options.only];
      this.#writers.push(
        new Writer({ name, owner, operator, registration, random, ...(only && { only }) }),
      );
    }
    await this.#cluster.pool.query('checkpoint');
    this.#keysHold = await this.#doKeysHold();
  }

  /** Returns true when a request sent twice under one idempotency key has one effect. */
  async #doKeysHold() {
    const write = new Writer({
      name: 'probe',
      owner: await openOrganization(this.#server.origin, 'probe'),
      operator: { authorization: '', 'x-tenant-key': '' },
      registration: await registrationAt(this.#server.origin),
      random: () => 0,
    }).next();
    for (const _ of [1, 2]) await write.send(this.#server.origin);
    const { rows } = await this.#cluster.pool.query(
      'select from transactions where description = $1',
      [write.mark],
    );
    return rows.length === 1;
  }

  /** Lets clients write, kills the target meanwhile, and checks the data. */
  async kill(aim: Aim) {
    const enough = this.#ledger.confirmed + this.#options.writes;
    let isOver = false;
    const isOn = () => !isOver;
    const writing = Promise.all([
      ...this.#writers.map((writer) => this.#writeWhile(isOn, writer)),
      this.#askAgainWhile(isOn),
    ]);
    const reached = async () => {
      while (this.#ledger.confirmed < enough) await sleep(2);
    };
    await Promise.race([writing, reached()]);
    await sleep(this.#random() * 30);
    await (aim === 'app' ? kill(this.#server) : this.#cluster.kill());
    isOver = true;
    const began = performance.now();
    await writing;
    await this.#comeBack(aim);
    this.#pauses.push(performance.now() - began);
    await this.#look();
  }

  async #writeWhile(isOn: () => boolean, writer: Writer) {
    while (isOn()) {
      const write = writer.next();
      const outcome = await attempt(() => write.send(this.#server.origin), { again: false });
      if (outcome.known) {
        this.#ledger.confirm(write);
        writer.confirmed(write, outcome.answer);
        continue;
      }
      this.#unanswered += 1;
      this.#ledger.doubt(write);
      writer.unknown(write);
      this.#doubts.push(write);
      return;
    }
  }

  /** Repeats writes that may be repeated until their result is known. */
  async #askAgain() {
    const doubts = this.#doubts;
    this.#doubts = [];
    for (const write of doubts) {
      const mayRepeat = this.#keysHold || write.kind === 'change' || write.kind === 'removal';
      if (!mayRepeat) continue;
      const outcome = await attempt(() => write.send(this.#server.origin), { again: true });
      if (outcome.known) this.#ledger.confirm(write);
      else this.#doubts.push(write);
    }
  }

  async #askAgainWhile(isOn: () => boolean) {
    while (isOn()) {
      await this.#askAgain();
      for (let waited = 0; isOn() && waited < 1_000; waited += 20) await sleep(20);
    }
  }

  async #comeBack(aim: Aim) {
    if (aim === 'app') this.#server = await startOver(this.#cluster, this.#options);
    const { child, origin } = this.#server;
    const isReady = () =>
      fetch(`${origin}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error('The app ended by itself');
      await sleep(5);
    }
  }

  async #look(all = false) {
    const { pool } = this.#cluster;
    const since = all ? 0 : this.#looked - margin;
    this.#looked = Date.now();
    const { lost, doubled } = await this.#ledger.look(pool, { all });
    this.lost += lost.length;
    for (const mark of lost) this.#broken.push(`lost: ${mark}`);
    for (const mark of doubled) this.#broken.push(`there, and should not be, or twice: ${mark}`);
    for (const what of await tornSince(pool, keyOf(since))) this.#broken.push(`torn: ${what}`);
  }

  /** Waits until all work has ended and checks everything; returns all problems found. */
  async lift(): Promise<string[]> {
    const deadline = performance.now() + 300_000;
    do {
      await this.#askAgain();
      await sleep(500);
    } while (this.#doubts.length > 0 && performance.now() < deadline);
    for (const { mark } of this.#doubts) this.#broken.push(`never answered: ${mark}`);
    this.#broken.push(...(await settle(this.#cluster.pool)));
    await this.#look(true);
    return this.#broken;
  }

  /** Returns a summary line. */
  get said(): string {
    const pauses = this.#pauses.toSorted((a, b) => a - b);
    const ms = (at: number) => (pauses[at] ?? 0).toFixed(0);
    const again = this.#keysHold
      ? 'sent again under their keys'
      : 'not sent again: keys do not hold';
    return (
      `${this.#ledger.confirmed} writes confirmed, ${this.lost} lost, ` +
      `${this.#broken.length - this.lost} torn or doubled; ${this.#unanswered} unanswered, ${again}; ` +
      `ready again after ${ms(pauses.length >> 1)} ms (median), ${ms(pauses.length - 1)} ms at most`
    );
  }
}

const startOver = ({ ownerUrl, folder }: Cluster, { only }: Options) =>
  startCalls({ ownerUrl, dataDir: join(folder, 'app'), mayLose: only !== undefined });
