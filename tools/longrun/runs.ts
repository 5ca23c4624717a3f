/** Lists every long run: what it shows, then its test files, browser tests or script. */
export const runs: Record<string, [shows: string, ...files: string[]]> = {
  guessing: [
    '10,000 guesses of a password from one network or 200: ten are evaluated',
    'src/server/http/protection/guessing.test.ts',
  ],
  secrecy: [
    'secrets of all calls appear in no log, refusal or column except where they are needed',
    'src/server/http/protection/leaked-secrets.test.ts',
    'src/server/http/protection/logged-secrets.test.ts',
  ],
  slow: [
    '1,000 slow connections, large bodies, 200 sign-ins: other clients are served',
    'tools/longrun/slow.ts',
  ],
  overload: [
    'response times of another organization under six attacks that used to block the product',
    'tools/longrun/overload.ts',
  ],
  silence: [
    'response times do not reveal which addresses have an account',
    'tools/longrun/silence.ts',
  ],
  matrix: [
    'every call × caller × key × record is answered as its declared access says',
    'src/server/http/contract/access.test.ts',
  ],
  'over-posting': [
    'bodies with every column of the tables that a call writes: no undeclared one is written',
    'src/server/http/contract/over-posting.test.ts',
  ],
  rls: [
    '50,000 requests on 4 connections see no foreign row; the catalog breaks no rule',
    'src/server/database/isolation/pooled.test.ts',
    'src/server/database/isolation/catalog.test.ts',
  ],
  seats: [
    '100 concurrent joins at a limit of 3, in each way, 50 times: exactly 3 succeed',
    'src/server/invitations/seats.test.ts',
  ],
  owners: [
    '1,000 races and 10,000 random sequences leave no organization without an owner',
    'src/server/members/owners.test.ts',
  ],
  lives: [
    '1,000 random subscription histories: rows equal the provider’s, each email sent once',
    'src/server/payments/sequences.test.ts',
  ],
  'plan-races': [
    '200 × 8 concurrent plan changes: one subscription, one charge; 20 × 20: no 5xx',
    'src/server/subscriptions/races.test.ts',
  ],
  'last-redemption': [
    '100 × 100 requests for the last redemption of a promotion code: one succeeds, no 500',
    'src/server/subscriptions/refusals.test.ts',
  ],
  crashes: [
    '20 kills and 4 faults at each step of a payment: never paid without access',
    'src/server/subscriptions/crash.test.ts',
  ],
  previews: [
    '500 random plan changes cost what the preview showed',
    'src/server/subscriptions/preview.test.ts',
    'src/sandbox/stripe/invoices/preview.test.ts',
  ],
  webhooks: [
    '500 forgeries change nothing; 10,000 deliveries of 500 events are processed once each',
    'src/server/payments/webhook.test.ts',
  ],
  xss: [
    '120 texts with scripts in every field, on every screen, in four languages: none runs',
    'e2e/xss.e2e.ts',
  ],
  fuzz: [
    '10,000 valid and hostile requests at each endpoint: no internal error, no foreign data',
    'src/server/http/fuzz/fuzz.test.ts',
  ],
  hub: [
    '1,000,000 fuzzed messages: none reaches another organization',
    'src/server/realtime/fuzz.test.ts',
  ],
  keys: [
    '60 × 100 requests with one idempotency key: one effect, one charge',
    'src/server/http/contract/idempotency.test.ts',
    'src/server/http/contract/idempotent-calls.test.ts',
    'src/server/subscriptions/idempotency.test.ts',
  ],
  faults: [
    'a database connection that is silent, slow or cut, and a full disk: 503, nothing blocked',
    'src/server/database/driver/half-open.test.ts',
    'src/server/database/driver/full-disk.test.ts',
    'src/server/subscriptions/provider-off.test.ts',
  ],
  kills: [
    '100 kills each of app and database under writes: none lost, partial or duplicated',
    'tools/longrun/kills.ts',
  ],
  'database-restarts': [
    '20 restarts of PostgreSQL under load: requests succeed or get 503, and recovery is automatic',
    'tools/longrun/database-restarts.ts',
  ],
  graceful: [
    '20 rolling restarts and 20 stops with 500 requests in flight: none fails',
    'tools/longrun/graceful.ts',
  ],
  pgbouncer: [
    'two instances behind PgBouncer in transaction mode pass every test, in the browser too',
    'tools/longrun/pgbouncer.ts',
  ],
  mutants: [
    'tests detect 90 % of the mutants in rules, money and tokens, and all in access rules',
    'tools/longrun/mutants.ts',
  ],
  'sql-mutants': [
    'tests detect all mutants of seats, owners, permissions and row-level security in the database',
    'tools/longrun/sql-mutants.ts',
  ],
  backup: [
    '5 backups under load: all that was confirmed is restored, nothing partially',
    'tools/backup/backup.test.ts',
    'tools/backup/refused.test.ts',
  ],
  'previous-release': [
    'the release before the newest migration works during and after it',
    'tools/longrun/previous-release.ts',
  ],
  looks: ['axe finds nothing in the gallery on 4 backgrounds × 23 colors', 'e2e/gallery.e2e.ts'],
};
