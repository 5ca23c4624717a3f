import { errorStatus, type ErrorCode } from '#contract/errors.ts';
import { parametersOf, type Call } from './test-walk.ts';

/**
 * What a call must be answered, by its declared access, wire.md ("Who", "Fine print") and readings.md
 * alone: nothing here asks the guard or its helpers.
 */

/** What an active member may do in a tenant. */
type Standing = { role: number; tier: number; readOnly: boolean };

/** Somebody who may come. */
export type Visitor = {
  name: string;
  headers: Record<string, string>;
  /** False: the session is none, or none any more. */
  live: boolean;
  operator: boolean;
  impersonated: boolean;
  /** Where this one is an active member, by the id of the tenant. */
  standings: Record<string, Standing>;
};

/** How the header names a tenant, and what is in it. */
export type Key = { name: string; value: string | undefined };

/** Whose the record in the path is. */
export type Origin = 'own' | 'foreign' | 'nothing' | 'malformed';

/** What a parameter of a path names. */
export type Named = { value: string; origin: Origin; kind: string };

/** One cell of the matrix. `home` is the tenant whose records are `own`. */
export type Cell = {
  call: Call;
  visitor: Visitor;
  key: Key;
  home: string;
  params: Record<string, Named>;
};

/** An answer is told as its status, and the code of its refusal. */
export const done = '2xx';
const told = (code: ErrorCode) => `${errorStatus[code]} ${code}`;

const isUuid = (value: string) =>
  value.length === 36 && /^[\da-f-]+$/i.test(value) && value.split('-').length === 5;

const byRole: ErrorCode[] = ['tenant.onlyOwner', 'tenant.onlyAdmin', 'tenant.onlyMember'];

/** The tenant that the call is for, or why it is for none. */
const tenantOf = ({ call: { access }, key, params }: Cell) => {
  const refuse = (code: ErrorCode) => ({ refused: [told(code)], tenant: '' });
  const keyIsWrong = key.value !== undefined && !isUuid(key.value);
  if (keyIsWrong) return refuse('tenant.keyMissing');
  const inPath = access.who === 'member' && access.of !== null ? params[access.of] : undefined;
  if (!inPath) {
    return key.value === undefined
      ? refuse('tenant.keyMissing')
      : { refused: null, tenant: key.value.toLowerCase() };
  }
  if (inPath.origin === 'malformed') return refuse('notFound');
  const agree = key.value === undefined || key.value.toLowerCase() === inPath.value;
  return agree ? { refused: null, tenant: inPath.value } : refuse('tenant.keyMismatch');
};

/** Why a member's standing does not suffice: each reason is a right answer. */
const lacking = ({ call, visitor }: Cell, { role, tier, readOnly }: Standing) => {
  const { access } = call;
  if (access.who !== 'member') return [];
  const reasons: ErrorCode[] = [];
  if (role > access.role) reasons.push(byRole[access.role] ?? 'internal');
  if (tier < access.tier) reasons.push('access.tier');
  if (readOnly && call.method !== 'GET' && !access.whenReadOnly) reasons.push('billing.readOnly');
  if (access.inPerson && visitor.impersonated) reasons.push('access.impersonating');
  return reasons.map((code) => told(code));
};

/** What the access alone refuses; null: the call goes on. */
const refusalAtTheDoor = (cell: Cell): string[] | null => {
  const {
    call: { access },
    visitor,
  } = cell;
  if (access.who === 'anyone') return null;
  if (!visitor.live) return [told('unauthorized')];
  if (access.who === 'operator') return visitor.operator ? null : [told('access.operator')];
  if (access.who === 'signed-in') {
    return access.inPerson && visitor.impersonated ? [told('access.impersonating')] : null;
  }
  if (access.operatorToo && visitor.operator) return null;
  const { refused, tenant } = tenantOf(cell);
  if (refused) return refused;
  const standing = visitor.standings[tenant];
  if (!standing) return [told('notFound')];
  const reasons = lacking(cell, standing);
  return reasons.length > 0 ? reasons : null;
};

/** Kinds of which it is enough to know one: words, and tokens that were sent to somebody. */
export const publicKinds = [
  'email',
  'locale',
  'password',
  'code',
  'currency',
  'card',
  'slug',
  'event',
  'invitation',
  'link',
];

/** What is said of one parameter when the door is open. */
const answersTo = ({ call, visitor, home }: Cell, { kind, origin }: Named): string[] => {
  const notFound = told('notFound');
  if (publicKinds.includes(kind)) return [done, notFound];
  if (origin === 'malformed') return [notFound];
  if (kind === 'self') return [origin === 'own' ? done : told('account.onlyOneself')];
  if (origin === 'nothing') return [notFound];
  const isOperators = call.access.who === 'operator';
  // The catalogue's product is not on offer.
  if (kind === 'product' && call.access.who === 'anyone') {
    return [visitor.operator ? done : notFound];
  }
  if (kind === 'user' && !isOperators) {
    // A fellow member, or anybody, for the operator.
    const isFellow = origin === 'own' && visitor.standings[home] !== undefined;
    return [visitor.operator || isFellow ? done : notFound];
  }
  if (kind === 'tenant' && call.access.who === 'signed-in') {
    return [origin === 'own' && visitor.standings[home] ? done : notFound];
  }
  return [origin === 'own' || isOperators ? done : notFound];
};

/** What the file of the matrix requires: at least this tier, at most this role number (section 6). */
export const fileGate = { tier: 2, role: 2 } as const;

/** The refusals of a download by the gates of the file, for a member. */
const refusalsOfFile = (cell: Cell): string[] => {
  const standing = cell.visitor.standings[tenantOf(cell).tenant];
  if (cell.visitor.operator || !standing) return [];
  const reasons: ErrorCode[] = [];
  if (standing.tier < fileGate.tier) reasons.push('resources.needsUpgrade');
  if (standing.role > fileGate.role) reasons.push('resources.needsPermission');
  return reasons.map((code) => told(code));
};

/** Everything that is a right answer to a call. */
export const predict = (cell: Cell): string[] => {
  const refused = refusalAtTheDoor(cell);
  if (refused) return refused;
  const { call, params, visitor } = cell;
  const perParameter = parametersOf(call).flatMap((name) => {
    const named = params[name];
    return named ? [answersTo(cell, named)] : [];
  });
  // Who acts for another makes no owners (readings, Accounts), whatever call would.
  if (visitor.impersonated && call.name === 'accounts.register') {
    return [told('access.impersonating')];
  }
  if (call.name === 'resources.download' && params['id']?.origin === 'own') {
    const refusals = refusalsOfFile(cell);
    return refusals.length > 0 ? refusals : [done];
  }
  const isDone = perParameter.every((answers) => answers.includes(done));
  const others = perParameter.flat().filter((answer) => answer !== done);
  return isDone ? [done, ...others, ...(call.errors ?? []).map((code) => told(code))] : others;
};
