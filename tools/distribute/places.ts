/** Placement of a table's rows once the database is sharded by tenant (docs/scaling.md). */
export type Placement = 'distributed' | 'reference' | 'local';

/**
 * Tables outside of tenants that are queried together with tenants' rows: a copy on every node. Tables
 * of tenants need no entry here: the catalog shows them.
 */
export const reference: Record<string, string> = {
  users: 'members refer to them, and their names stand in every list of members',
  subscription_products: 'what a tenant holds is told with its product',
  subscription_prices: 'what a tenant holds refers to its price',
  subscription_features: 'part of the catalogue',
  'app.billing_clock': 'the time by which what a tenant holds begins and ends',
};

/** Tables that are never queried together with tenants' rows: they stay on the coordinator. */
export const local: Record<string, string> = {
  sessions: 'found by their hash alone, written at every sign-in',
  tokens: 'found by their hash alone',
  mails: 'a queue',
  provider_events: 'a queue: the provider names its customers, not our tenants',
  billing_intents: 'one turn for each subject, which may be a person without a tenant',
  billing_trials: 'cards, for any organization',
  resources: "the operator's files, the same for every tenant",
  'app.attempts': 'counts of attempts by address',
  'app.keyed_requests': 'requests by their key, before their tenant is known',
  'app.logins': "the owner's",
  'app.credentials': "the owner's",
  'app.scope_key': "the owner's",
  'app.migrations': "the owner's",
};

/** Schemas whose tables all stay on the coordinator. */
export const localSchemas: Record<string, string> = {
  graphile_worker: 'the queue of jobs',
  sandbox: 'what stands in for the outside world',
};
