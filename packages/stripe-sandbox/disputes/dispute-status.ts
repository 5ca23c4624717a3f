import type { Dispute } from '#sandbox/stripe/store/types.ts';

/** Returns true while a response is awaited. */
export const awaitsResponse = ({ status }: Dispute) =>
  status === 'needs_response' || status === 'warning_needs_response';
