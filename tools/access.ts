/**
 * Prints the roles and permissions of every call from the contract into `build/access.md`, below the introduction of
 * `docs/access.md`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  operatorAllows,
  operatorRoles,
  type Access,
  type OperatorAccess,
} from '#contract/access.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { root } from './files.ts';

const roles = ['Owner', 'Admin', 'Member', 'Guest'];

const conditions = (access: Access) =>
  ('inPerson' in access && access.inPerson ? ', in person' : '') +
  ('stepUp' in access && access.stepUp ? ', step-up' : '') +
  ('enrolls' in access && access.enrolls ? ', enrolling' : '') +
  ('atAddress' in access && access.atAddress ? ', also at own addresses' : '');

/** Lists the roles that may make a call of operators. */
function operators(method: string, access: OperatorAccess) {
  const allowed = operatorRoles.filter((role) => operatorAllows(access, method, role));
  return `operator: ${allowed.length === operatorRoles.length ? 'any role' : allowed.join(', ')}`;
}

function who({ access, method }: Endpoint) {
  if (access.who === 'operator') return `${operators(method, access)}${conditions(access)}`;
  if (access.who !== 'member') return `${access.who}${conditions(access)}`;
  const operator = access.operatorToo ? ', or operator' : '';
  return `${roles[access.role]}${conditions(access)}${operator}`;
}

function tenant(access: Access) {
  if (access.who !== 'member') return '';
  return access.of === null ? 'header' : `\`:${access.of}\``;
}

function readOnly({ access, method }: Endpoint) {
  if (access.who !== 'member' || method === 'GET') return '';
  return access.whenReadOnly ? 'allowed' : 'refused';
}

function rowOf([name, endpoint]: [string, Endpoint]) {
  const { access, method, path } = endpoint;
  const ids = [...path.matchAll(/:\w+/g)].map(([parameter]) => `\`${parameter}\``);
  const exempt = access.who === 'member' && access.ownersOnAnyTier ? ', owners: any' : '';
  const tier = access.who === 'member' && access.tier > 0 ? `≥ ${access.tier}${exempt}` : '';
  const cells = [name, `${method} ${path}`, who(endpoint), tier, tenant(access), ids.join(' ')];
  return `| ${[...cells, readOnly(endpoint)].join(' | ')} |`;
}

const tableOf = ([name, { endpoints }]: [string, Subject]) =>
  [
    `\n## ${name}\n`,
    '| call | method and path | who | tier | organization | ids | read-only |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(endpoints).map((entry) => rowOf(entry)),
    '',
  ].join('\n');

const tables = Object.entries(contract).map((entry) => tableOf(entry));
const introduction = readFileSync(join(root, 'docs/access.md'), 'utf8');
mkdirSync(join(root, 'build'), { recursive: true });
writeFileSync(join(root, 'build/access.md'), introduction + tables.join(''));
