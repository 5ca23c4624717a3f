import type { OperatorRole, Role } from '#contract/access.ts';
import type { AdmissionFacts } from '#contract/admission/admission.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import type { ApiKeyIdentity, AuthSession } from './permissions.ts';

/** Facts of a caller; `exceeds`: the session lasts longer than allowed, or its entry is to be recorded. */
export type EntryFacts = AdmissionFacts & { exceeds: boolean };

/** Caller of a call, as `app.authorize` returns them. */
export type Authorization = {
  session_id: string;
  user_id: string;
  user_type: number;
  impersonator_id: string | null;
  /** Of the user, or of the operator who impersonates them. */
  operator_role: OperatorRole | null;
  is_recent: boolean;
  has_factor: boolean;
  /** True if an identity provider opened the session, and the account has a second factor that it has not used. */
  owes_factor: boolean;
  /** Facts by which the requested tenant restricts the caller; null: it does not. */
  facts: EntryFacts | null;
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
  owesFactor: found.owes_factor,
  writes: found.writes,
  key: found.key ?? null,
});
