import { api } from '#web/api/api.ts';

/** Operators and pending invitations. */
export const operatorsQuery = {
  queryKey: ['operator', 'operators'],
  queryFn: () => api.operators.getAll(),
};
