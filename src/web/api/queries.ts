import { QueryClient } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { storedTenant } from './credentials.ts';

/**
 * A refusal stays one however often it is asked; only silence is worth another try. Writes are sent
 * again by `attempts` alone, under a key.
 */
const isWorthRetrying = (failures: number, error: Error) =>
  failures === 0 && error instanceof Failure && error.status === 503;

/** What this browser knows of the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying },
    mutations: { retry: false },
  },
});

/** The key of something that belongs to the organization of this tab: its id comes first. */
export const tenantKey = (...parts: readonly unknown[]) => [storedTenant(), ...parts] as const;
