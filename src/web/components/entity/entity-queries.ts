import { queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { RecordChange } from '#contract/history/calls.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';

/** Search, filters and order of a list. */
export type ListQuery = Readonly<Record<string, string | string[] | number | undefined>>;

/** The five calls of a tenant's entity, and those of its list and history if it declares them. */
type EntityCalls<Row, Input> = Partial<EntityListCalls & EntityHistoryCalls> & {
  // A method, so that calls may name their parameters.
  getAll(given: { query: ListQuery }): Promise<Page<Row>>;
  get: (given: { params: { id: string } }) => Promise<Row>;
  create: (given: { body: Input }) => Promise<Row>;
  update: (given: {
    params: { id: string };
    body: Input;
    version?: number | undefined;
  }) => Promise<Row>;
  remove: (given: { params: { id: string }; version?: number | undefined }) => Promise<unknown>;
};

/** Calls on the list of an entity, as `listCalls` declares them. */
export type EntityListCalls = {
  getTotals(given: {
    query: ListQuery;
  }): Promise<{ count: number; isPartial: boolean; sums: Readonly<Record<string, number>> | null }>;
  exportCsv(given: { query: ListQuery }): Promise<Blob>;
  removeMany(given: { body: { ids: string[] } }): Promise<{ count: number }>;
  updateMany(given: {
    body: { ids: string[]; changes: Record<string, unknown> };
  }): Promise<{ count: number }>;
};

/** Calls on the history of an entity, as `historyCalls` declares them. */
type EntityHistoryCalls = {
  getHistory(given: {
    params: { id: string };
    query: { cursor?: string; limit: number };
  }): Promise<Page<RecordChange>>;
  restore(given: { body: { ids: string[] } }): Promise<{ count: number }>;
};

/** Texts of an entity: a group of translations with these keys. */
export type EntityTexts<Name extends string = string> = {
  title: string;
  /** Heading of the table. */
  history: string;
  new: string;
  edit: string;
  emptyTitle: string;
  emptyText: string;
  createFirst: string;
  created: string;
  updated: string;
  removed: string;
  fields: Record<Name, string>;
};

/** Takes over the newer record of a refused change, and throws the refusal again. */
const takeCurrent = (key: readonly unknown[]) => (error: unknown) => {
  if (error instanceof Failure && error.current) queryClient.setQueryData(key, error.current);
  throw error;
};

/** Returns the queries and mutations of an entity; each mutation invalidates its lists. */
export function createEntityQueries<Row, Input>(name: string, calls: EntityCalls<Row, Input>) {
  const record = (id: string) =>
    queryOptions({
      queryKey: tenantQueryKey('record', name, id),
      queryFn: () => calls.get({ params: { id } }),
    });
  const refresh = async () => {
    // A record may count towards a limit of the plan, or be the first or the last sample.
    void queryClient.invalidateQueries({ queryKey: tenantQueryKey('usage') });
    void queryClient.invalidateQueries({ queryKey: tenantQueryKey('onboarding') });
    await queryClient.invalidateQueries({ queryKey: tenantQueryKey(name) });
  };
  const { getHistory, restore } = calls as Partial<EntityHistoryCalls>;
  const keepCurrent = <T>(id: string, change: Promise<T>) =>
    change.catch(takeCurrent(record(id).queryKey));
  return {
    name,
    /** Paged by the server, which filters and sorts. */
    list: (query: ListQuery = {}) =>
      pagedQuery(tenantQueryKey(name, 'list', query), (range) =>
        calls.getAll({ query: { ...query, ...range } }),
      ),
    calls: calls as Partial<EntityListCalls>,
    /** Changes of a record, newest first. */
    history:
      getHistory &&
      ((id: string) =>
        pagedQuery(
          tenantQueryKey(name, 'history', id),
          (query) => getHistory({ params: { id }, query }),
          20,
        )),
    /** Restores deleted records. */
    restore:
      restore &&
      (async (ids: string[]) => {
        await restore({ body: { ids } });
        await refresh();
      }),
    refresh,
    record,
    create: async (body: Input) => {
      await calls.create({ body });
      await refresh();
    },
    /** Changes a record in the version that its author has seen, if it has versions. */
    update: async (id: string, body: Input, version?: number) => {
      const changed = await keepCurrent(id, calls.update({ params: { id }, body, version }));
      queryClient.setQueryData<Row>(record(id).queryKey, changed);
      await refresh();
      return changed;
    },
    remove: async (id: string, version?: number) => {
      await keepCurrent(id, calls.remove({ params: { id }, version }));
      queryClient.removeQueries({ queryKey: record(id).queryKey });
      await refresh();
    },
  };
}
export type EntityQueries<Row, Input> = ReturnType<typeof createEntityQueries<Row, Input>>;
