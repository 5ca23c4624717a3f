import { Failure } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import { SsoRefusal, type SsoIdentity } from '#server/identity/sso/rules.ts';
import { SecretUnreadable } from '#server/platform/encryption.ts';
import { recordRefusal, type SsoContext } from './log.ts';
import type { Connected } from './provider.ts';

/** A response of a provider, with the function that verifies it and returns its person. */
export type SsoResponse = Connected & { reference: string; read: () => Promise<SsoIdentity> };

/**
 * Reads the person of a response and does something with it; logs a refusal with its reason, and shows the person only
 * its reference (R-SSO-08).
 */
export async function orRefused<T>(
  context: SsoContext,
  { read, reference, tenant, connection }: SsoResponse,
  work: (identity: SsoIdentity) => Promise<T>,
): Promise<T> {
  let identity: SsoIdentity | null = null;
  try {
    identity = await read();
    return await work(identity);
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    const protocol = connection.protocol as SsoProtocol;
    const email = identity?.email ?? null;
    await recordRefusal(context, { tenant, protocol, reference, email, refusal: error });
    throw new Failure('sso.failed', {
      params: { reference },
      ...(error.cause instanceof SecretUnreadable && { cause: error.cause }),
    });
  }
}
