import { Role, UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { FactorMethod, SignInSecurity, StepUpMethod } from '#contract/factors/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { operatorsNeedFactor } from '#server/config.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { supportsPasskeys } from './relying-party.ts';

const selectTotp = (userId: string) =>
  db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);

const selectPasskeys = (userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
    .where('user_id', '=', userId)
    .orderBy('id');

const selectDevices = (userId: string) =>
  db
    .selectFrom('remembered_devices')
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc');

/** Returns the second factors of the opened account that can be used; empty without any. */
export async function listFactorMethods(
  tx: DbTransaction,
  userId: string,
): Promise<FactorMethod[]> {
  const [totp, passkeys, codes] = await Promise.all([
    tx.first(selectTotp(userId)),
    tx.all(selectPasskeys(userId)),
    tx.one(countRecoveryCodes(userId)),
  ]);
  if (!totp && passkeys.length === 0) return [];
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(Number(codes.left) > 0 ? (['recoveryCode'] as const) : []),
  ];
}

/**
 * Returns the methods that work at the address of the current request: passkeys and Google belong to the main site
 * (decision 61). Refuses if none is left.
 */
export function methodsAtAddress<M extends StepUpMethod>(methods: M[]): M[] {
  if (currentActor()?.address === undefined) return methods;
  const left = methods.filter((method) => method !== 'passkey' && method !== 'google');
  if (left.length === 0) throw new Failure('address.mainSite');
  return left;
}

/** Lists the caller's second factors and remembered devices (R-MFA-06). */
export const listFactors = (context: AppContext, session: AuthSession): Promise<SignInSecurity> =>
  context.database.account({ id: session.user }, async (tx) => {
    const [totp, codes, passkeys, devices] = await Promise.all([
      tx.first(selectTotp(session.user)),
      tx.one(countRecoveryCodes(session.user)),
      tx.all(selectPasskeys(session.user)),
      tx.all(selectDevices(session.user)),
    ]);
    return {
      totpSince: totp?.confirmed_at?.toISOString() ?? null,
      recoveryCodes: Number(codes.left),
      passkeys: passkeys.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        backedUp: row.backed_up,
      })),
      devices: devices.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      })),
      supportsPasskeys: supportsPasskeys(context),
      required: needsFactor(context, session),
    };
  });

/** Returns true for operators where they need a second factor: the last one stays (R-MFA-13). */
const needsFactor = ({ config }: Pick<AppContext, 'config'>, { userType }: AuthSession) =>
  userType === UserType.Admin && operatorsNeedFactor(config);

/**
 * Throws if the opened account needs a second factor and has none left after a removal: as an operator, or as the
 * break-glass owner of an organization (R-POL-09).
 */
export async function assertFactorLeft(
  tx: DbTransaction,
  context: Pick<AppContext, 'config'>,
  session: AuthSession,
) {
  if ((await listFactorMethods(tx, session.user)).length > 0) return;
  if (needsFactor(context, session)) throw new Failure('factors.required');
  const isBreakGlass = sql<{ answer: boolean }>`
    select exists (
      select from app.my_memberships()
      where status = ${MemberStatus.Active} and role = ${Role.Owner} and is_break_glass and sign_in_methods = '{sso}'
    ) as answer`;
  if ((await tx.one(isBreakGlass)).answer) throw new Failure('factors.breakGlass');
}
