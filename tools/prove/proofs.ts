/** Proof: tests, journeys (which need a build) or a script, in their long versions. */
export type Proof = { name: string; shows: string } & (
  | { tests: string[] }
  | { journeys: string[] }
  | { script: `tools/${string}`; args?: string[] }
);

/** All proofs, in the order in which `npm run prove` runs them. */
export const proofs: Proof[] = [
  {
    name: 'guessing',
    shows: '10,000 guesses of a password, from one network or 200: ten are looked at',
    tests: ['src/server/http/guessing.test.ts'],
  },
  {
    name: 'secrecy',
    shows: 'every secret of every call: in no log, no refusal, no column but where it is needed',
    tests: ['src/server/http/secrets-of-a-run.test.ts', 'src/server/http/secrecy.test.ts'],
  },
  {
    name: 'slow',
    shows: '1,000 connections that do not end, large bodies, 200 sign-ins: others are served',
    script: 'tools/prove/slow.ts',
  },
  {
    name: 'overload',
    shows: 'six attacks that used to stop everybody: another organization is served meanwhile',
    script: 'tools/prove/overload.ts',
  },
  {
    name: 'silence',
    shows: 'how long an answer takes does not tell who has an account',
    script: 'tools/prove/silence.ts',
  },
  {
    name: 'matrix',
    shows: 'every endpoint × everybody × every key × every record: answered as its access says',
    tests: ['src/server/http/access.test.ts'],
  },
  {
    name: 'over-posting',
    shows: 'every body with every column of the tables that it writes: none of them is written',
    tests: ['src/server/http/over-posting.test.ts'],
  },
  {
    name: 'rls',
    shows: '50,000 requests on 4 connections: no foreign row; no hole in the catalogue',
    tests: ['src/server/database/pooled.test.ts', 'src/server/database/catalog.test.ts'],
  },
  {
    name: 'seats',
    shows: '100 at once at a limit of 3, each way in, 50 times: exactly 3',
    tests: ['src/server/invitations/seats.test.ts'],
  },
  {
    name: 'owners',
    shows: '1,000 races and 10,000 random walks: no organization without an owner',
    tests: ['src/server/members/owners.test.ts'],
  },
  {
    name: 'lives',
    shows: '1,000 random lives at the provider: rows equal, each mail once',
    tests: ['src/server/payments/sequences.test.ts'],
  },
  {
    name: 'plan-races',
    shows: '200 × 8 changes of a plan at once: one subscription, one charge; 20 × 20: no 5xx',
    tests: ['src/server/subscriptions/races.test.ts'],
  },
  {
    name: 'last-redemption',
    shows: '100 × 100 on the last redemption of a promotion code: exactly one wins, no 500',
    tests: ['src/server/subscriptions/refusals.test.ts'],
  },
  {
    name: 'crashes',
    shows: '20 kills and 4 faults at each step of a payment: never paid without access',
    tests: ['src/server/subscriptions/crash.test.ts'],
  },
  {
    name: 'previews',
    shows: '500 random changes cost what was shown before',
    tests: ['src/server/subscriptions/preview.test.ts', 'src/sandbox/stripe/preview.test.ts'],
  },
  {
    name: 'webhooks',
    shows: '500 forgeries change nothing, 10,000 deliveries of 500 events count once',
    tests: ['src/server/payments/webhook.test.ts'],
  },
  {
    name: 'xss',
    shows: '120 texts with scripts in every field, every screen, four languages: nothing runs',
    journeys: ['e2e/xss.e2e.ts'],
  },
  {
    name: 'fuzz',
    shows:
      '10,000 valid and hostile requests at each endpoint: no failure of ours, nothing foreign',
    tests: ['src/server/http/fuzz/fuzz.test.ts'],
  },
  {
    name: 'hub',
    shows: '1,000,000 fuzzed messages: nothing reaches another organization',
    tests: ['src/server/realtime/fuzz.test.ts'],
  },
  {
    name: 'keys',
    shows:
      '60 × 100 requests under one key: one effect, one charge; every call that creates or charges',
    tests: [
      'src/server/http/once.test.ts',
      'src/server/http/once-calls.test.ts',
      'src/server/subscriptions/once.test.ts',
    ],
  },
  {
    name: 'faults',
    shows:
      'a line to the database that is silent, slow or cut, and a full disk: 503, and nothing stuck',
    tests: [
      'src/server/database/half-open.test.ts',
      'src/server/database/full-disk.test.ts',
      'src/server/subscriptions/provider-off.test.ts',
    ],
  },
  {
    name: 'kills',
    shows: '100 kills each of app and database under writes: none lost, torn or done twice',
    script: 'tools/prove/kills.ts',
  },
  {
    name: 'database-restarts',
    shows: '20 restarts of PostgreSQL under load: served or told 503, and back by itself',
    script: 'tools/prove/database-restarts.ts',
  },
  {
    name: 'graceful',
    shows: '20 rolling restarts and 20 stops with 500 requests in flight: none fails',
    script: 'tools/prove/graceful.ts',
  },
  {
    name: 'pgbouncer',
    shows: 'two instances through PgBouncer in transaction mode pass every test, in a browser too',
    script: 'tools/prove/pgbouncer.ts',
  },
  {
    name: 'mutants',
    shows: 'of every mistake in rules, money, tokens and access 90 % are noticed; of a right, each',
    script: 'tools/prove/mutants.ts',
  },
  {
    name: 'sql-mutants',
    shows: 'of mistakes in what the database decides (seats, owners, rights, whose rows) each',
    script: 'tools/prove/sql-mutants.ts',
  },
  {
    name: 'backup',
    shows: '5 backups under load: all that was confirmed is restored, nothing by halves',
    tests: ['tools/backup/backup.test.ts', 'tools/backup/refused.test.ts'],
  },
  {
    name: 'previous-release',
    shows: 'the release before the newest migration goes on during and after it',
    script: 'tools/prove/previous-release.ts',
  },
  {
    name: 'looks',
    shows: 'axe finds nothing in the gallery on 4 backgrounds × 23 colours',
    journeys: ['e2e/gallery.e2e.ts'],
  },
];
