import type { OperatorRole } from '#contract/access.ts';
import { errorStatus, type ErrorCode } from '#contract/error-codes.ts';
import { pathParametersOf, type NamedEndpoint } from './endpoints.ts';
import { neededScope } from './key-scopes.ts';

/**
 * Derives the expected answers of a call from its declared access alone (R-SEC-01), without using the
 * guard or its helpers.
 */

/** Role and entitlements of an active member in a tenant. */
type ExpectedMembership = { role: number; tier: number; readOnly: boolean; suspended?: boolean };

/** Kind of caller. */
export type MatrixActor = {
  name: string;
  headers: Record<string, string>;
  /** False without a valid session. */
  live: boolean;
  operator: boolean;
  /** Role of the operator who makes the call, in person or as a user; null for others. */
  operatorRole: OperatorRole | null;
  impersonated: boolean;
  /** True if an impersonation was switched to writing. */
  writes: boolean;
  /** True if the person has not authenticated for ten minutes. */
  stale: boolean;
  /** Active memberships, by id of the tenant. */
  memberships: Record<string, ExpectedMembership>;
  /** API key that makes the call in the place of a person. */
  key?: { tenant: string; scopes: readonly string[]; state: 'live' | 'expired' | 'invalid' };
};

/** Tenant header: a name for the variant, and its value. */
export type TenantHeader = { name: string; value: string | undefined };

/** Relation of the record in the path to the caller. */
export type RecordOrigin = 'own' | 'foreign' | 'nothing' | 'malformed';

/** Value of a path parameter. */
export type ParameterValue = { value: string; origin: RecordOrigin; kind: string };

/** One cell of the matrix. `home` is the tenant whose records are `own`. */
export type Cell = {
  call: NamedEndpoint;
  visitor: MatrixActor;
  key: TenantHeader;
  home: string;
  params: Record<string, ParameterValue>;
};

/** Result of a successful call; a refusal is written as its status and code. */
export const success = '2xx';
const resultOf = (code: ErrorCode) => `${errorStatus[code]} ${code}`;

const isUuid = (value: string) =>
  value.length === 36 && /^[\da-f-]+$/i.test(value) && value.split('-').length === 5;

const byRole: ErrorCode[] = ['tenant.onlyOwner', 'tenant.onlyAdmin', 'tenant.onlyMember'];

/** Returns the tenant of a call, or the refusals for a wrong key. */
const tenantOf = ({ call: { access }, key, params }: Cell) => {
  const refuse = (code: ErrorCode) => ({ refused: [resultOf(code)], tenant: '' });
  const keyIsWrong = key.value !== undefined && !isUuid(key.value);
  if (keyIsWrong) return refuse('tenant.undefined');
  const inPath = access.who === 'member' && access.of !== null ? params[access.of] : undefined;
  if (!inPath) {
    return key.value === undefined
      ? refuse('tenant.undefined')
      : { refused: null, tenant: key.value.toLowerCase() };
  }
  if (inPath.origin === 'malformed') return refuse('notFound');
  const agree = key.value === undefined || key.value.toLowerCase() === inPath.value;
  return agree ? { refused: null, tenant: inPath.value } : refuse('tenant.keyMismatch');
};

/** Returns true if an operator changes something as a user in a session that may only read (R-OPR-12, R-OPR-15). */
const isReadOnlyWrite = ({ access, method }: NamedEndpoint, visitor: MatrixActor) =>
  visitor.impersonated &&
  !visitor.writes &&
  method !== 'GET' &&
  !('changesNothing' in access && access.changesNothing);

/** Roles that may make a call for operators; support reads everything (R-OPR-10). */
const rolesOf = ({ access, method }: NamedEndpoint): OperatorRole[] => {
  const named = access.who === 'operator' ? access.roles : [];
  if (method !== 'GET') return ['administrator', ...(named ?? [])];
  return named
    ? ['administrator', 'support', ...named]
    : ['administrator', 'support', 'billing', 'catalogue'];
};

/** Returns the refusal of a call that needs a recent authentication, if this visitor has none (R-MFA-08). */
const staleRefusal = ({ access }: NamedEndpoint, { stale }: MatrixActor) =>
  stale && 'stepUp' in access && access.stepUp ? [resultOf('access.stepUpRequired')] : null;

/** Returns the reasons to refuse a member; each one is an acceptable answer. */
const lacking = (
  { call, visitor }: Cell,
  { role, tier, readOnly, suspended }: ExpectedMembership,
) => {
  const { access } = call;
  if (access.who !== 'member') return [];
  const reasons: ErrorCode[] = [];
  if (suspended && !access.whenSuspended) reasons.push('tenant.suspended');
  if (role > access.role) reasons.push(byRole[access.role] ?? 'internal');
  const isOwnersExport = 'ownersOnAnyTier' in access && role === 0;
  if (tier < access.tier && !isOwnersExport) reasons.push('access.tier');
  if (readOnly && call.method !== 'GET' && !access.whenReadOnly) reasons.push('billing.readOnly');
  if (access.inPerson && visitor.impersonated) reasons.push('access.impersonating');
  if (isReadOnlyWrite(call, visitor)) reasons.push('access.readOnlyImpersonation');
  if (staleRefusal(call, visitor)) reasons.push('access.stepUpRequired');
  return reasons.map((code) => resultOf(code));
};

/** Returns the refusals of a call by an API key; null if it is admitted. */
const keyRefusal = (cell: Cell, key: NonNullable<MatrixActor['key']>): string[] | null => {
  const { call, visitor } = cell;
  if (call.access.who === 'anyone') return null;
  if (key.state !== 'live') return [resultOf(`apiKey.${key.state}`)];
  const scope = neededScope(call);
  if (scope === null) return [resultOf('apiKey.notAllowed')];
  const { refused, tenant } = tenantOf(cell);
  const state = tenant === key.tenant ? visitor.memberships[tenant] : undefined;
  const reasons = [
    ...(key.scopes.includes(scope) ? [] : [resultOf('apiKey.scope')]),
    ...(refused ?? (state ? lacking(cell, state) : [resultOf('notFound')])),
  ];
  return reasons.length > 0 ? reasons : null;
};

/** Returns the refusals by access alone; null if the call is admitted. */
const accessRefusal = (cell: Cell): string[] | null => {
  const { call, visitor } = cell;
  const { access } = call;
  if (visitor.key) return keyRefusal(cell, visitor.key);
  const readOnly = [resultOf('access.readOnlyImpersonation')];
  if (access.who === 'anyone') return isReadOnlyWrite(call, visitor) ? readOnly : null;
  if (!visitor.live) return [resultOf('unauthorized')];
  if (access.who === 'operator') {
    if (!visitor.operator) return [resultOf('access.operator')];
    const isAllowed = visitor.operatorRole && rolesOf(call).includes(visitor.operatorRole);
    return isAllowed ? staleRefusal(call, visitor) : [resultOf('access.operatorRole')];
  }
  if (access.who === 'signed-in') {
    if (access.inPerson && visitor.impersonated) return [resultOf('access.impersonating')];
    return isReadOnlyWrite(call, visitor) ? readOnly : staleRefusal(call, visitor);
  }
  if (access.operatorToo && visitor.operator) return null;
  const { refused, tenant } = tenantOf(cell);
  if (refused) return refused;
  const state = visitor.memberships[tenant];
  if (!state) return [resultOf('notFound')];
  const reasons = lacking(cell, state);
  return reasons.length > 0 ? reasons : null;
};

/** Kinds of parameters without an owner: words, and tokens that are valid for any caller. */
export const publicKinds = ['text', 'event', 'invitation', 'link', 'operatorToken'];

/** Returns the acceptable answers for one parameter after admission. */
const answersTo = ({ call, visitor, home }: Cell, { kind, origin }: ParameterValue): string[] => {
  const notFound = resultOf('notFound');
  if (publicKinds.includes(kind)) return [success, notFound];
  if (origin === 'malformed') return [notFound];
  if (kind === 'self') return [origin === 'own' ? success : resultOf('account.onlyOneself')];
  if (origin === 'nothing') return [notFound];
  const isOperators = call.access.who === 'operator';
  // The product in the fixture is not on sale.
  if (kind === 'product' && call.access.who === 'anyone') {
    return [visitor.operator ? success : notFound];
  }
  if (kind === 'user' && !isOperators) {
    // Visible to fellow members, and all users to operators who may list them.
    const isFellow = origin === 'own' && visitor.memberships[home] !== undefined;
    const mayList = visitor.operator && visitor.operatorRole !== 'catalogue';
    return [mayList || isFellow ? success : notFound];
  }
  // The request in the fixture is of another person.
  if (kind === 'asking' && call.access.who === 'signed-in') return [notFound];
  if (kind === 'tenant' && call.access.who === 'signed-in') {
    return [origin === 'own' && visitor.memberships[home] ? success : notFound];
  }
  return [origin === 'own' || isOperators ? success : notFound];
};

/** Requirements of the fixture's file: at least this tier, at most this role number (R-RES-02). */
export const fileGate = { tier: 2, role: 2 } as const;

/** Returns the refusals of a download by the file's tier and role, for a member. */
const refusalsOfFile = (cell: Cell): string[] => {
  const state = cell.visitor.memberships[tenantOf(cell).tenant];
  if (cell.visitor.operator || !state) return [];
  const reasons: ErrorCode[] = [];
  if (state.tier < fileGate.tier) reasons.push('resources.needsUpgrade');
  if (state.role > fileGate.role) reasons.push('resources.needsPermission');
  return reasons.map((code) => resultOf(code));
};

/** Returns a cell in which the key's organization is named: a key needs no tenant header. */
const withTenantOfKey = (cell: Cell): Cell => {
  const { visitor, key } = cell;
  return { ...cell, key: { ...key, value: key.value ?? visitor.key?.tenant } };
};

/** Returns all acceptable answers to a call. */
export const expectedResults = (asked: Cell): string[] => {
  const cell = withTenantOfKey(asked);
  const refused = accessRefusal(cell);
  if (refused) return refused;
  const { call, params, visitor } = cell;
  const perParameter = pathParametersOf(call).flatMap((name) => {
    const named = params[name];
    return named ? [answersTo(cell, named)] : [];
  });
  // Operators can't register organizations while they impersonate a user (R-SEC-08).
  if (visitor.impersonated && call.name === 'accounts.register') {
    return [resultOf('access.impersonating')];
  }
  if (call.name === 'resources.download' && params['id']?.origin === 'own') {
    const refusals = refusalsOfFile(cell);
    return refusals.length > 0 ? refusals : [success];
  }
  const isDone = perParameter.every((answers) => answers.includes(success));
  const others = perParameter.flat().filter((answer) => answer !== success);
  return isDone
    ? [success, ...others, ...(call.errors ?? []).map((code) => resultOf(code))]
    : others;
};
