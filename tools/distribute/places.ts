/** Where a table's rows are once the database is sharded by tenant (docs/scaling.md). */
export type Place = 'distributed' | 'reference' | 'local';

/**
 * What belongs to no tenant and yet is asked together with tenants' rows: a copy on every node. What
 * belongs to a tenant needs no line here: the catalogue shows it.
 */
export const reference: Record<string, string> = {
  users: 'members refer to them, and their names stand in every list of members',
  subscription_products: 'what a tenant holds is told with its product',
  subscription_prices: 'what a tenant holds refers to its price',
  subscription_features: 'part of the catalogue',
  'app.billing_clock': 'the time by which what a tenant holds begins and ends',
};

/** What nothing of a tenant's is asked together with: it stays where the product connects. */
export const local: Record<string, string> = {
  sessions: 'found by their hash alone, written at every sign-in',
  tokens: 'found by their hash alone',
  mails: 'a queue',
  provider_events: 'a queue: the provider names its customers, not our tenants',
  billing_intents: 'one turn for each subject, which may be a person without a tenant',
  billing_trials: 'cards, whoever they paid for',
  resources: "the operator's files, the same for everybody",
  'app.attempts': 'counts of attempts by address',
  'app.keyed_requests': 'requests by their key, before their tenant is known',
  'app.logins': "the owner's",
  'app.credentials': "the owner's",
  'app.scope_key': "the owner's",
  'app.migrations': "the owner's",
};

/** Schemas of which all stays where the product connects. */
export const localSchemas: Record<string, string> = {
  graphile_worker: 'the queue of jobs',
  sandbox: 'what stands in for the outside world',
};
