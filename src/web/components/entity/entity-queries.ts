import { queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';

/** The five calls of a tenant's entity. */
type EntityCalls<Row, Input> = {
  getAll: (given: { query: { cursor?: string; limit: number } }) => Promise<Page<Row>>;
  get: (given: { params: { id: string } }) => Promise<Row>;
  create: (given: { body: Input }) => Promise<Row>;
  update: (given: {
    params: { id: string };
    body: Input;
    version?: number | undefined;
  }) => Promise<Row>;
  remove: (given: { params: { id: string }; version?: number | undefined }) => Promise<unknown>;
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

/** Returns the queries and mutations of an entity; each mutation invalidates its lists. */
export const createEntityQueries = <Row, Input>(name: string, calls: EntityCalls<Row, Input>) => {
  const record = (id: string) =>
    queryOptions({
      queryKey: tenantQueryKey('record', name, id),
      queryFn: () => calls.get({ params: { id } }),
    });
  const refresh = async () => {
    // A record may count towards a limit of the plan.
    void queryClient.invalidateQueries({ queryKey: tenantQueryKey('usage') });
    await queryClient.invalidateQueries({ queryKey: tenantQueryKey(name) });
  };
  /** Takes over the newer record of a refused change. */
  const keepCurrent = <T>(id: string, change: Promise<T>) =>
    change.catch((error: unknown) => {
      if (error instanceof Failure && error.current)
        queryClient.setQueryData<Row>(record(id).queryKey, error.current as Row);
      throw error;
    });
  return {
    name,
    /** Paged in the server's order. */
    list: () => pagedQuery(tenantQueryKey(name, 'list'), (query) => calls.getAll({ query })),
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
    },
    remove: async (id: string, version?: number) => {
      await keepCurrent(id, calls.remove({ params: { id }, version }));
      queryClient.removeQueries({ queryKey: record(id).queryKey });
      await refresh();
    },
  };
};
export type EntityQueries<Row, Input> = ReturnType<typeof createEntityQueries<Row, Input>>;
