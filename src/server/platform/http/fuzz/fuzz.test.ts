import { afterAll, expect, test } from 'vitest';
import type { Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import { fuzz, type FuzzResult } from './test/fuzz.ts';
import { openFuzzTarget, type FuzzTarget } from './test/target.ts';

/**
 * Sends valid and hostile requests to every endpoint of the contract (R-SEC-02, R-SEC-09, R-API-02):
 * expects no server error, no reply off its schema, no undeclared refusal, no unexpected error in
 * PostgreSQL's log, and no data of another organization. `FUZZ=transactions,users.update` selects
 * endpoints.
 */
const asked = (process.env['FUZZ'] ?? '').split(',');
const isAsked = (name: string) =>
  asked.some((one) => name === one || name.startsWith(`${one}.`) || !one);

const all = Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${subject}.${name}`, endpoint })),
);
const endpoints = all.filter(({ name }) => isAsked(name));
const count = Number(process.env['FUZZ_COUNT'] ?? repetitions(8, 10_000));

/**
 * Shared by all endpoints in a short run; in a long run each has its own, so that rows don't
 * accumulate.
 */
const shared = count < 100 ? await openFuzzTarget() : null;
const on = async <T>(work: (stage: FuzzTarget) => Promise<T>) => {
  if (shared) return work(shared);
  const stage = await openFuzzTarget();
  return work(stage).finally(stage.remove);
};

const totals = { sent: 0, findings: 0, answers: {} as FuzzResult['answers'] };
const add = ({ sent, findings, answers }: FuzzResult) => {
  totals.sent += sent;
  totals.findings += findings.size;
  for (const [kind, times] of Object.entries(answers)) {
    totals.answers[kind] = (totals.answers[kind] ?? 0) + times;
  }
};
const summary = (answers: FuzzResult['answers']) =>
  Object.keys(answers)
    .toSorted()
    .map((kind) => `${kind} ${answers[kind]}`)
    .join(', ');

test.each(endpoints)(
  '$name withstands hostile input',
  async ({ name, endpoint }) => {
    const began = Date.now();
    // A separate seed, so that each endpoint can be reproduced alone.
    const from = seed + all.findIndex((one) => one.name === name) * 1_000_000;
    const result = await on((stage) => fuzz(stage, { endpoint, count, seed: from }));
    add(result);
    if (!shared) {
      const seconds = Math.round((Date.now() - began) / 1_000);
      process.stderr.write(
        `${name}: ${summary(result.answers)}; ${result.findings.size} wrong, ${seconds} s\n`,
      );
    }
    const wrong = [...result.findings].map(
      ([what, { times, example }]) => `${what} (${times} times)\n    ${example}`,
    );
    expect(wrong.join('\n'), `SEED=${seed} FUZZ=${name}`).toBe('');
  },
  0,
);

afterAll(async () => {
  await shared?.remove();
  const { sent, findings, answers } = totals;
  figure(
    'fuzz',
    `${sent} requests at ${endpoints.length} endpoints (${summary(answers)}), ${findings} wrong`,
  );
});
