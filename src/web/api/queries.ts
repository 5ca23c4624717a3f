import { QueryClient } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { storedTenantId } from './credentials.ts';

/**
 * Retries reads without a response only: a refusal doesn't change. Writes are retried by `attempts`
 * alone, with a key.
 */
const isWorthRetrying = (failures: number, error: Error) =>
  failures === 0 && error instanceof Failure && error.code === 'unavailable';

/**
 * Cache of server state in this browser. Offline requests fail immediately instead of waiting
 * silently, so that the page can say so; failed reads are repeated when the network returns.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: isWorthRetrying,
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Returns a query key within the organization of this tab, whose id is its first part. */
export const tenantQueryKey = (...parts: readonly unknown[]) =>
  [storedTenantId(), ...parts] as const;
