import { queryOptions, skipToken } from '@tanstack/react-query';
import type { ChosenMapping } from '#contract/imports/mapping.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';

/** File that was chosen, as bodies carry it. */
export type ChosenFile = {
  /** Tells files of the same name apart. */
  key: string;
  file: File;
  /** Bytes in base64. */
  content: string;
};

/** Returns the query of the imports of the organization, newest first. */
export const importsQuery = () =>
  pagedQuery(tenantQueryKey('imports'), (query) => api.imports.getAll({ query }), 20);

/** Returns the query that checks a file without importing it, with what the person has chosen. */
export const importPreviewQuery = (chosen: ChosenFile | undefined, mapping: ChosenMapping) =>
  queryOptions({
    queryKey: tenantQueryKey('import preview', chosen?.key, mapping),
    queryFn: chosen
      ? () => api.imports.preview({ body: { content: chosen.content, ...mapping } })
      : skipToken,
    // Shows the former preview of the same file while a change is checked.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === chosen?.key ? previous : undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Refetches what an import, or undoing it, changes. */
export const refreshImports = () =>
  Promise.all(
    ['imports', 'transactions', 'usage', 'onboarding'].map((name) =>
      queryClient.invalidateQueries({ queryKey: tenantQueryKey(name) }),
    ),
  );
