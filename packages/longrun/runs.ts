/** Lists every long run by name: what it shows, then its tests, browser tests or scripts. */
export const runs: Record<string, [shows: string, ...files: string[]]> = {
  repeat: [
    'the test command ten times, half of them on a busy machine',
    'packages/longrun/repeat.ts',
  ],
  install: [
    'a fresh copy on each supported Node.js; older ones are refused',
    'packages/longrun/install.ts',
  ],
  guessing: [
    '10,000 password guesses: 10 are evaluated',
    'src/server/platform/http/protection/guessing.test.ts',
  ],
  secrecy: [
    'secrets in no log, refusal or column',
    'src/server/platform/http/protection/leaked-secrets.test.ts',
    'src/server/platform/http/protection/logged-secrets.test.ts',
  ],
  slow: [
    '1,000 slow connections and large bodies: others are served',
    'src/server/platform/http/protection/slow-clients.test.ts',
    'packages/longrun/large-requests.test.ts',
  ],
  overload: ['response times of others under six attacks', 'packages/longrun/overload.ts'],
  silence: ['response times do not reveal accounts', 'packages/longrun/silence.ts'],
  'identity-providers': [
    'single sign-on with SimpleSAMLphp and LemonLDAP::NG of Debian',
    'packages/longrun/identity-providers/main.ts',
  ],
  matrix: [
    'every call, caller, key and record',
    'src/server/platform/http/contract/access.test.ts',
  ],
  provisioning: [
    '1,000 users over SCIM, and races of 50',
    'src/server/enterprise/scim/load.test.ts',
  ],
  'over-posting': [
    'undeclared columns are not written',
    'src/server/platform/http/contract/over-posting.test.ts',
  ],
  rls: [
    '50,000 requests see no foreign row',
    'src/server/platform/database/isolation/pooled.test.ts',
    'src/server/platform/database/isolation/catalog.test.ts',
  ],
  seats: [
    '100 joins at a limit of 3: 3 succeed; 100 races of the last seat and a move to the free plan',
    'src/server/identity/invitations/seats.test.ts',
    'src/server/billing/subscriptions/free-plan.test.ts',
  ],
  owners: ['1,000 races keep an owner', 'src/server/identity/members/owners.test.ts'],
  lives: ['1,000 random subscription histories', 'src/server/billing/payments/sequences.test.ts'],
  'plan-races': [
    '200 × 8 concurrent plan changes',
    'src/server/billing/subscriptions/races.test.ts',
  ],
  'last-redemption': [
    'last redemption of a code',
    'src/server/billing/subscriptions/refusals.test.ts',
  ],
  crashes: [
    'kills at each step of a payment; each failing request of each billing call in each state',
    'src/server/billing/subscriptions/crash.test.ts',
    'src/server/billing/subscriptions/interrupted-calls.test.ts',
    'src/server/billing/subscriptions/faults.test.ts',
  ],
  previews: [
    '500 plan changes cost what was shown',
    'src/server/billing/subscriptions/preview.test.ts',
    'packages/stripe-sandbox/invoices/preview.test.ts',
  ],
  'provider-events': [
    'forgeries, repeated deliveries',
    'src/server/billing/payments/webhook.test.ts',
  ],
  webhooks: [
    '10,000 events to 50 endpoints, some of which fail, while the process is killed',
    'packages/longrun/webhooks.ts',
  ],
  'slow-webhooks': [
    '200 endpoints that answer after 9 s delay no webhook of another organization',
    'packages/longrun/slow-webhooks.ts',
  ],
  archives: [
    'export, deletion and import of 100,000 transactions and 1,000 files while the process is killed: equal',
    'packages/longrun/archives.ts',
  ],
  xss: ['120 scripts in every field: none runs', 'e2e/xss.e2e.ts'],
  fuzz: ['10,000 hostile requests per call', 'src/server/platform/http/fuzz/fuzz.test.ts'],
  stalls: [
    'the longest silence of the process after the worst inputs of every call and route',
    'src/server/platform/http/fuzz/stalls.test.ts',
  ],
  hub: ['1,000,000 fuzzed messages', 'src/server/platform/realtime/fuzz.test.ts'],
  keys: [
    '60 × 100 requests with one key',
    'src/server/platform/http/contract/idempotency.test.ts',
    'src/server/platform/http/contract/idempotent-calls.test.ts',
    'src/server/billing/subscriptions/idempotency.test.ts',
  ],
  faults: [
    'a broken database connection, a full disk, no provider: 503, nothing blocked',
    'src/server/platform/database/driver/half-open.test.ts',
    'src/server/platform/database/driver/full-disk.test.ts',
    'src/server/billing/subscriptions/provider-off.test.ts',
  ],
  kills: [
    '100 kills each of app and database, 100 restarts of it, under writes',
    'packages/longrun/kills.ts',
  ],
  graceful: ['20 rolling restarts: no request fails', 'packages/longrun/graceful.ts'],
  pgbouncer: ['all tests on two instances behind PgBouncer', 'packages/longrun/pgbouncer.ts'],
  citus: ['all tests on Citus: a coordinator and two workers', 'packages/longrun/citus.ts'],
  'api-linters': [
    'Redocly and Spectral find no error in the OpenAPI document',
    'packages/longrun/api-linters.ts',
  ],
  cluster: [
    '10,000 organizations on Citus while shards move and a node dies; beside plain PostgreSQL',
    'packages/longrun/cluster.test.ts',
  ],
  mutants: ['tests detect mutants of rules, money, access', 'packages/longrun/mutants.ts'],
  'sql-mutants': ['tests detect mutants in the database', 'packages/longrun/sql-mutants.ts'],
  backup: ['5 backups under load', 'src/backup/backup.test.ts', 'src/backup/refused.test.ts'],
  tutorials: ['each tutorial alone passes every check', 'tools/tutorials/tutorials.test.ts'],
  looks: ['axe in the gallery, 4 backgrounds × 23 colors', 'e2e/gallery.e2e.ts'],
};
