/**
 * Walks the main job of a running product over HTTP, without a browser: opens the public pages, the API
 * reference and their scripts, registers an organization on the Pro plan, follows the mailed link, and
 * works with transactions. Fails at the first step that does.
 *   tools/node tools/smoke.ts http://127.0.0.1:3000 [address of the mailbox]
 * The mailbox must answer `?to=<address>` like `/sandbox/mail.json`, which is the default.
 */
import { randomUUID } from 'node:crypto';
import { readArguments } from '#server/platform/command-line.ts';
import { callerAt } from '#tools/caller.ts';
import { tokenMailedTo } from '#tools/kit/mailbox.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';

/** Fails unless the address answers 200; returns the body. */
async function open(address: string): Promise<string> {
  const answer = await fetch(address);
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${body}`);
  return body;
}

const usage = 'tools/smoke.ts [http://127.0.0.1:3000] [address of the mailbox]';
const [origin = 'http://127.0.0.1:3000', mailbox = `${origin}/sandbox/mail.json`] = readArguments(
  usage,
  {},
  2,
).positionals;

await open(`${origin}/health/ready`);
const page = await open(`${origin}/pricing`);
const script = /\/assets\/[^"']+\.js/.exec(page)?.[0];
if (!script) throw new Error('/pricing loads no script.');
await open(`${origin}${script}`);
const reference = await open(`${origin}/api/docs`);
await open(`${origin}${/\/api\/docs\/[^"']+\.js/.exec(reference)?.[0]}`);

const more = {
  tokenOf: (email: string) => tokenMailedTo(mailbox, { email, path: '/account/verify' }),
};
const { headers } = await registerOrganization(origin, `Smoke-${randomUUID()}`, more);
const member = callerAt(origin, headers);
const written = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };
await member.transactions.create({ body: written });
const { items } = await member.transactions.getAll({ query: { limit: 10 } });
if (items.length !== 1 || items[0]?.amount !== 7.65) {
  throw new Error(`Unexpected list of transactions: ${JSON.stringify(items)}`);
}
console.log(`The main journey works at ${origin}.`);
