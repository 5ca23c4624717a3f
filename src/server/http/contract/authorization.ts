import type { OperatorRole, Role } from '#contract/access.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { trusted } from '#server/database/isolation/ids.ts';
import type { ApiKeyIdentity, AuthSession } from './permissions.ts';

/** Caller of a call, as `app.authorize` and `app.enter` return them. */
export type Authorization = {
  session_id: string;
  user_id: string;
  user_type: number;
  impersonator_id: string | null;
  /** Of the user, or of the operator who impersonates them. */
  operator_role: OperatorRole | null;
  is_recent: boolean;
  has_factor: boolean;
  /** Policy of the requested tenant that the session does not fulfil. */
  refusal: ErrorCode | null;
  writes: boolean;
  /** Key that makes the call with the rights of its creator; missing for the session of a person. */
  key?: ApiKeyIdentity;
} & (
  | { role: Role; tier: number; read_only: boolean }
  // Not an active member of the requested tenant.
  | { role: null; tier: null; read_only: null }
);

/** Returns the session of an authorized caller with its token and the address where it was used. */
export const toSession = (
  found: Authorization,
  origin: Pick<AuthSession, 'token' | 'address'>,
): AuthSession => ({
  ...origin,
  id: found.session_id,
  user: trusted.userId(found.user_id),
  userType: found.user_type,
  impersonator: found.impersonator_id ? trusted.userId(found.impersonator_id) : null,
  operatorRole: found.operator_role,
  isRecent: found.is_recent,
  hasFactor: found.has_factor,
  writes: found.writes,
  key: found.key ?? null,
});
