import { memberCalls } from '#contract/calls/member-calls.ts';
import { readOnlyCauseOf } from '#web/components/billing/use-read-only.ts';
import { missingRequirements } from '#web/session/guard.ts';
import type { UserSession } from '#web/session/session.ts';
import { serverNow } from '#web/ui/clock.ts';

/** Returns what a person lacks for a call for members, as the contract declares; null if it is not for members. */
export function missingFor(session: UserSession, call: string) {
  const needs = memberCalls[call];
  return needs ? missingRequirements(session, needs) : null;
}

/** Returns true if role and tier suffice for a call for members, as the contract declares. */
export function hasRightTo(session: UserSession, call: string) {
  const missing = missingFor(session, call);
  return missing !== null && Object.keys(missing).length === 0;
}

/** Returns true if a call for members is not refused now: the organization may be read-only. */
export function mayCallNow(session: UserSession, call: string) {
  const { writes, inPerson } = memberCalls[call] ?? {};
  const { impersonatedBy } = session.user;
  if (!hasRightTo(session, call) || (inPerson && impersonatedBy)) return false;
  return !writes || !(impersonatedBy?.readOnly || readOnlyCauseOf(session, serverNow()));
}
