import type { SsoOutcome } from '#contract/sso/outcomes.ts';
import { SsoRefusal } from '#server/identity/sso/rules.ts';

/** Refuses a message of a provider: with its cause for owners, and the exact one for the server's log. */
export function refuseMessage(detail: string, outcome: SsoOutcome = 'responseInvalid'): never {
  throw new SsoRefusal(outcome, { detail });
}
