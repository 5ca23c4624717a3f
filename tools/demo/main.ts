/**
 * Fills a running product with an example over its public API, or removes it: three organizations that pay, try and leave,
 * people of each role, transactions, invoices and resources. Everything is named as an example; the cards are those of
 * the payment sandbox, so that real keys refuse them.
 *   npm run demo -- [--remove] [--language en-US] [http://127.0.0.1:3000]
 * The operator's password is that of `OPERATOR_PASSWORD`, or the one that the first start has stored in `DATA_DIR`.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { FileType } from '#contract/entities/resources.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { readArguments, refuseArguments } from '#server/platform/command-line.ts';
import { callerAt } from '#tools/caller.ts';
import { tokenMailedTo } from '#tools/kit/mailbox.ts';
import {
  asMember,
  registerOrganization,
  signIn,
  type OwnerAccount,
} from '#tools/kit/organizations.ts';
import { editions, record, type Edition } from './demonstration.ts';

/** Domain of all people of the example: no email leaves it (RFC 2606). */
const domain = '@example-desk.example';
/** Addresses of each run, as a person has one trial, also after the example was removed. */
const tag = randomUUID().slice(0, 4);
const addressOf = (name: string) => `${name}-${tag}${domain}`;
const marked = (name: string, language = edition) => `${name} (${editions[language].mark})`;

const usage = 'npm run demo -- [--remove] [--language en-US] [http://127.0.0.1:3000]';
const { values, positionals } = readArguments(
  usage,
  {
    remove: { type: 'boolean', default: false },
    language: { type: 'string', default: 'pt-BR' },
  },
  1,
);
const [origin = 'http://127.0.0.1:3000'] = positionals;
const mailbox = `${origin}/sandbox/mail.json`;
const edition = values.language as Edition;
if (!Object.hasOwn(editions, edition)) {
  const known = Object.keys(editions).join(', ');
  refuseArguments(usage, `No example in ${values.language}: choose ${known}`);
}

/** Lowest tiers of the small files that customers of a trading robot would download. */
const fileTiers = [[], [], [2]];
const { files } = editions[edition];

let operator: Api;
try {
  operator = callerAt(origin, await signInOperator());
  await (values.remove ? removeExample() : addExample());
} catch (error) {
  // What `fetch` throws without an answer.
  const isAway = error instanceof TypeError;
  console.error(isAway ? `No product answers at ${origin}: start it first.` : String(error));
  process.exitCode = 1;
}

async function signInOperator() {
  const { DATA_DIR = '.data', OPERATOR_EMAIL: email = 'admin@pregao.local' } = process.env;
  const stored = () => readFile(join(DATA_DIR, 'operator-password'), 'utf8');
  const password = process.env['OPERATOR_PASSWORD'] ?? (await stored()).trim();
  return signIn(origin, { email, password });
}

async function addExample() {
  if ((await people()).length > 0)
    throw new Error('The example is there: remove it first (--remove).');
  const owner = await registerOrganization(origin, marked('Trigo'), {
    email: addressOf('ana'),
    firstName: 'Ana',
    lastName: 'Souza',
    language: edition,
  });
  const trial = callerAt(origin, owner.headers);
  await add(trial, 'rui', Role.Admin);
  await record(trial, edition);
  const paying = await found(owner, {
    name: 'Aurora',
    plan: 'Unlimited',
    period: BillingPeriod.Yearly,
  });
  await add(paying, 'eva', Role.Admin);
  await add(paying, 'caio', Role.Member);
  await add(paying, 'lia', Role.Guest);
  await record(paying, edition);
  const leaving = await found(owner, {
    name: 'Rio Norte',
    plan: 'Pro',
    period: BillingPeriod.Monthly,
  });
  await record(leaving, edition);
  await leaving.subscriptions.cancel({ body: { atPeriodEnd: true } });
  for (const [at, { title, content }] of files.entries()) {
    const body = { title: marked(title), type: FileType.Txt, tiers: fileTiers[at] ?? [] };
    const { id } = await operator.resources.create({ body });
    await operator.resources.upload({ params: { id }, file: { content: new Blob([content]) } });
  }
  console.log(`Added three organizations, five people and ${files.length} resources.`);
  console.log(
    `Sign in as ${owner.email} / ${owner.password}, or as the operator: ${origin}/admin/dashboard`,
  );
}

/** Creates another organization of the owner with a paid plan, without a trial: each person has one. */
async function found(
  { headers }: OwnerAccount,
  { name, plan, period }: { name: string; plan: string; period: BillingPeriod },
) {
  const prices = (await operator.products.getAll()).find(({ title }) => title === plan)?.prices;
  const price = prices?.find(({ billingPeriod }) => billingPeriod === period);
  const selectedSubscription = {
    subscriptionPriceId: price?.id ?? '',
    subscriptionCardToken: 'pm_card_visa',
  };
  const { token, user } = await callerAt(origin, {
    ...headers,
    'accept-language': edition,
  }).tenants.create({
    body: { name: marked(name), selectedSubscription },
  });
  return callerAt(origin, asMember(user.currentTenant?.id ?? '', token));
}

/** Invites a person, who accepts. */
async function add(owner: Api, name: string, role: Role) {
  const email = addressOf(name);
  const firstName = name.replace(/^./, (first) => first.toUpperCase());
  await owner.invitations.invite({ body: { email, firstName, lastName: 'Lima', role } });
  const token = await tokenMailedTo(mailbox, { email, path: '/invitation' });
  const password = `a password of ${email}`;
  const body = { email, password, passwordConfirm: password };
  await callerAt(origin).invitations.accept({ params: { token }, body });
}

async function people() {
  const { items } = await operator.users.getAllOfAll({ query: { search: domain, limit: 100 } });
  return items.filter(({ email }) => email.endsWith(domain));
}

/** Deletes the people with the organizations that they own, and the resources. */
async function removeExample() {
  const all = await people();
  for (const { id } of all) await operator.users.removeOfAny({ params: { id } });
  const titles = (Object.keys(editions) as Edition[]).flatMap((language) =>
    editions[language].files.map(({ title }) => marked(title, language)),
  );
  for (const { id, title } of await operator.resources.getAll()) {
    if (titles.includes(title)) await operator.resources.remove({ params: { id } });
  }
  console.log(`Removed ${all.length} people with their organizations, and the resources.`);
}
