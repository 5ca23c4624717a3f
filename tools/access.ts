/**
 * Prints the roles and permissions of every call from the contract (`docs/access.md`); `--check` only
 * compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '#contract/access.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { root } from './files.ts';

const path = 'docs/access.md';

const introduction = `# Roles and permissions of each call

Generated from the contract by \`node tools/access.ts\`; do not edit it by hand. The guard enforces
these rules, and \`npm run longrun -- matrix\` tests them for every call, visitor, key and record.

- **Who**: \`anyone\`; \`signed-in\`, any caller with a live session; a role, any active member of the
  organization with at least that role; \`operator\`, a user of type Admin, which makes the user a
  member of no organization. In person: refused to an operator who acts as another user.
- **Tier**: the minimum tier of the organization's active product.
- **Organization**: named by the header \`X-Tenant-Key\`, or by this path parameter; if the header is
  sent as well, both must agree.
- **Ids**: the path parameters. A record of another organization is answered 404, like a record that
  does not exist.
- **Read-only**: whether the call is allowed while a payment is overdue beyond the grace period.

Refusals, in this order: 401 without a live session; 400 for a missing or malformed key, 404 for
an organization in which the caller is not an active member; 403 for role, tier, overdue payment or
acting as another user; then the record (404) or the body (400).
`;

const roles = ['Owner', 'Admin', 'Member', 'Guest'];

const inPerson = (access: Access) => ('inPerson' in access && access.inPerson ? ', in person' : '');

const who = (access: Access) => {
  if (access.who !== 'member') return `${access.who}${inPerson(access)}`;
  const operator = access.operatorToo ? ', or operator' : '';
  return `${roles[access.role]}${inPerson(access)}${operator}`;
};

const tenant = (access: Access) => {
  if (access.who !== 'member') return '';
  return access.of === null ? 'header' : `\`:${access.of}\``;
};

const readOnly = ({ access, method }: Endpoint) => {
  if (access.who !== 'member' || method === 'GET') return '';
  return access.whenReadOnly ? 'allowed' : 'refused';
};

const rowOf = ([name, endpoint]: [string, Endpoint]) => {
  const { access, method, path } = endpoint;
  const ids = [...path.matchAll(/:\w+/g)].map(([parameter]) => `\`${parameter}\``);
  const tier = access.who === 'member' && access.tier > 0 ? `≥ ${access.tier}` : '';
  const cells = [name, `${method} ${path}`, who(access), tier, tenant(access), ids.join(' ')];
  return `| ${[...cells, readOnly(endpoint)].join(' | ')} |`;
};

const tableOf = ([name, { endpoints }]: [string, Subject]) =>
  [
    `\n## ${name}\n`,
    '| call | method and path | who | tier | organization | ids | read-only |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(endpoints).map((entry) => rowOf(entry)),
    '',
  ].join('\n');

const printed =
  introduction +
  Object.entries(contract)
    .map((entry) => tableOf(entry))
    .join('');
const file = join(root, path);
if (!process.argv.includes('--check')) {
  writeFileSync(file, printed);
} else if (readFileSync(file, 'utf8') !== printed) {
  console.error(`${path} differs from the contract: run node tools/access.ts.`);
  process.exitCode = 1;
}
