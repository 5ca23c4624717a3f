import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import type { TimestampRange } from '#sandbox/stripe/api/params.ts';
import { nextDueTime } from '#sandbox/stripe/clock/due-time.ts';
import { enqueueDelivery } from '#sandbox/stripe/events/deliveries.ts';
import { previousAttributes } from '#sandbox/stripe/events/previous-attributes.ts';
import { newId } from './ids.ts';
import { readClock, type SandboxStore, type SqlExecutor } from './store.ts';
import {
  apiVersion,
  type Event,
  type EventType,
  idOf,
  type ObjectKind,
  type ObjectsByKind,
} from './types.ts';

/** Request that an event names as its cause; null for scheduled changes. */
export type EventCause = {
  id: string | null;
  idempotencyKey: string | null;
  /** True for changes by the clock: other changes due at the same time may still follow. */
  isScheduled?: true;
};

export type ObjectFilter = {
  parent?: string;
  ids?: string[];
  /** Fields of the object, nested as in the object. */
  contains?: object;
  /** Field with any of these values. */
  anyOf?: { field: string; values: readonly string[] };
  /** Field with this text, ignoring case. */
  equalsIgnoreCase?: { field: string; text: string };
  created?: number | TimestampRange;
};

export type PageCursor = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
};

/** Reads and writes the provider's objects as of one time; every change also records Stripe's event. */
export class ObjectRepository {
  /** Time in epoch seconds. */
  readonly now: number;
  /** Time to which the clock moves once the request is done; null to leave it. */
  advanceClockTo: number | null = null;
  readonly #queries: SqlExecutor;
  readonly #cause: EventCause;

  constructor(queries: SqlExecutor, now: number, cause: EventCause) {
    this.#queries = queries;
    this.now = now;
    this.#cause = cause;
  }

  async find<K extends ObjectKind>(kind: K, id: string): Promise<ObjectsByKind[K] | undefined> {
    const { rows } = await this.#queries.query<{ data: ObjectsByKind[K] }>(
      'select data from sandbox.objects where id = $1 and kind = $2',
      [id, kind],
    );
    return rows[0]?.data;
  }

  /** Returns the object that a path or parameter names. Throws for an unknown id. */
  async get<K extends ObjectKind>(kind: K, id: string, param?: string): Promise<ObjectsByKind[K]> {
    const found = await this.find(kind, id);
    if (!found) throw resourceMissing(kind, id, param);
    return found;
  }

  /** Returns these objects by id. */
  async findMany(ids: string[]): Promise<Map<string, object>> {
    const { rows } = await this.#queries.query<{ id: string; data: object }>(
      'select id, data from sandbox.objects where id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, data }) => [id, data]));
  }

  /** Lists objects, newest first. */
  async list<K extends ObjectKind>(
    kind: K,
    filter: ObjectFilter = {},
    page?: PageCursor,
  ): Promise<ObjectsByKind[K][]> {
    const values: unknown[] = [kind];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const conditions = ['kind = $1', ...conditionsOf(filter, bind)];
    if (page?.startingAfter) conditions.push(`position < ${positionOf(bind(page.startingAfter))}`);
    if (page?.endingBefore) conditions.push(`position > ${positionOf(bind(page.endingBefore))}`);
    const backwards = page?.endingBefore !== undefined;
    const { rows } = await this.#queries.query<{ data: ObjectsByKind[K] }>(
      `select data from sandbox.objects where ${conditions.join(' and ')}
       order by position ${backwards ? 'asc' : 'desc'} limit ${bind(page?.limit ?? null)}`,
      values,
    );
    const found = rows.map(({ data }) => data);
    return backwards ? found.toReversed() : found;
  }

  async create<K extends Exclude<ObjectKind, 'event'>>(type: EventType, object: ObjectsByKind[K]) {
    await this.createWithoutEvent(object);
    await this.recordEvent(type, object);
  }

  /** Inserts a new object without an event: Stripe sends none for it. */
  async createWithoutEvent<K extends Exclude<ObjectKind, 'event'>>(object: ObjectsByKind[K]) {
    await this.#insert(object.object, object, parentOf(object));
  }

  /** Saves a changed object and records the event; does nothing without a change. */
  async update<K extends Exclude<ObjectKind, 'event'>>(
    type: EventType,
    previous: ObjectsByKind[K],
    updated: ObjectsByKind[K],
  ) {
    const changed = previousAttributes(previous, updated);
    if (Object.keys(changed).length === 0) return;
    await this.saveWithoutEvent(updated);
    await this.recordEvent(type, updated, type.endsWith('.updated') ? changed : undefined);
  }

  /** Saves a changed object without an event: Stripe sends none for it. */
  async saveWithoutEvent(object: ObjectsByKind[Exclude<ObjectKind, 'event'>]) {
    await this.#queries.query(
      'update sandbox.objects set data = $2, parent = $3, due_at = $4 where id = $1',
      [object.id, JSON.stringify(object), parentOf(object), this.#dueOf(object)],
    );
  }

  /** Removes an object; the stub that Stripe shows for a deleted one may replace it. */
  async remove(
    type: EventType,
    object: ObjectsByKind[
      | 'product'
      | 'customer'
      | 'invoiceitem'
      | 'invoice'
      | 'tax_id'
      | 'test_helpers.test_clock'],
    stub?: ObjectsByKind['deleted_customer'],
  ) {
    await this.#queries.query('delete from sandbox.objects where id = $1', [object.id]);
    if (stub) await this.#insert('deleted_customer', stub, null);
    await this.recordEvent(type, object);
  }

  /** Sets the time, after the current one, at which the clock changes the object next. */
  async reschedule(kind: ObjectKind, id: string) {
    const object = await this.find(kind, id);
    await this.#queries.query('update sandbox.objects set due_at = $2 where id = $1', [
      id,
      object ? nextDueTime(object, this.now) : null,
    ]);
  }

  /** Removes an object without an event: Stripe sends none for it. */
  async removeWithoutEvent({ id }: ObjectsByKind['invoiceitem' | 'tax_id']) {
    await this.#queries.query('delete from sandbox.objects where id = $1', [id]);
  }

  /** Deletes a coupon; existing discounts keep it. */
  async removeCoupon(type: EventType, coupon: ObjectsByKind['coupon']) {
    await this.saveWithoutEvent(coupon);
    await this.#queries.query(`update sandbox.objects set kind = 'deleted_coupon' where id = $1`, [
      coupon.id,
    ]);
    await this.recordEvent(type, coupon);
  }

  async recordEvent(type: EventType, object: ObjectsByKind[ObjectKind], previous?: object) {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.#cause.id, idempotency_key: this.#cause.idempotencyKey },
      type,
      // The SDK types an event by its name; the callers above pair each name with its object.
    } as Event;
    await this.#insert('event', event, object.id);
    await enqueueDelivery(this.#queries, event.id, this.now);
  }

  #dueOf(object: ObjectsByKind[ObjectKind]) {
    return nextDueTime(object, this.#cause.isScheduled ? this.now - 1 : this.now);
  }

  async #insert(kind: ObjectKind, object: ObjectsByKind[ObjectKind], parent: string | null) {
    await this.#queries.query(
      `insert into sandbox.objects (id, kind, parent, created, data, due_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [object.id, kind, parent, this.now, JSON.stringify(object), this.#dueOf(object)],
    );
  }
}

/** Cause of changes outside of the API. */
export const noRequest: EventCause = { id: null, idempotencyKey: null };

/** Returns the objects as of now, to read them only. */
export const openReader = async (store: SandboxStore): Promise<ObjectRepository> =>
  new ObjectRepository(store, await readClock(store), noRequest);

const positionOf = (id: string) => `(select position from sandbox.objects where id = ${id})`;

function parentOf(object: ObjectsByKind[Exclude<ObjectKind, 'event'>]): string | null {
  if (object.object === 'price') return idOf(object.product);
  if (object.object === 'billing_portal.session') return object.customer;
  if (object.object === 'invoice_payment') return idOf(object.invoice);
  if ('customer' in object) return object.customer ? idOf(object.customer) : null;
  return null;
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionsOf(filter: ObjectFilter, bind: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (filter.parent) conditions.push(`parent = ${bind(filter.parent)}`);
  if (filter.ids) conditions.push(`id = any(${bind(filter.ids)})`);
  if (filter.contains) conditions.push(`data @> ${bind(JSON.stringify(filter.contains))}::jsonb`);
  if (filter.anyOf) {
    conditions.push(`data ->> ${bind(filter.anyOf.field)} = any(${bind(filter.anyOf.values)})`);
  }
  if (filter.equalsIgnoreCase) {
    const { field, text } = filter.equalsIgnoreCase;
    conditions.push(`lower(data ->> ${bind(field)}) = lower(${bind(text)})`);
  }
  if (typeof filter.created === 'number')
    return [...conditions, `created = ${bind(filter.created)}`];
  for (const [name, operator] of Object.entries(comparisons)) {
    const limit = filter.created?.[name as keyof typeof comparisons];
    if (limit !== undefined) conditions.push(`created ${operator} ${bind(limit)}`);
  }
  return conditions;
}
