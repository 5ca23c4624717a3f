import { Failure } from '#contract/errors.ts';
import { listFactorMethods } from '#server/identity/factors/service/list.ts';
import { markAuthenticated } from '#server/identity/factors/service/step-up.ts';
import { SsoRefusal, type SsoIdentity } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { insertEvent } from './log.ts';
import type { Connected } from './provider.ts';
import { selectIdentity } from './sign-in.ts';

/** Seconds that the clock of a provider may be behind. */
const toleranceSeconds = 60;

type Confirmation = Connected & {
  identity: SsoIdentity;
  reference: string;
  session: AuthSession;
  /** When the person was sent to the provider. */
  startedAt: Date;
};

/**
 * Notes in the session that its person has authenticated again at the provider: the same person, after they were sent
 * there (R-SSO-14).
 */
export const confirmAtProvider = (
  { database }: AppContext,
  { tenant, connection, identity, session, startedAt, reference }: Confirmation,
) =>
  database.tenantAccounts(tenant, async (tx: DbTransaction) => {
    const linked = await tx.first(selectIdentity(tenant, identity, identity));
    if (linked?.user_id !== session.user) throw new SsoRefusal('otherPerson');
    const earliest = startedAt.getTime() - toleranceSeconds * 1_000;
    // A provider that ignores the request answers from its session.
    if (!identity.authenticatedAt || identity.authenticatedAt.getTime() < earliest) {
      throw new SsoRefusal('notFresh');
    }
    tx.openAccount({ id: session.user });
    const factors = await listFactorMethods(tx, session.user);
    if (factors.length > 0) throw new Failure('factors.methodUnavailable');
    await markAuthenticated(tx, session, 'sso');
    const protocol = connection.protocol as 'oidc' | 'saml';
    const { email } = identity;
    await tx.run(insertEvent(tenant, { protocol, outcome: 'confirmed', reference, email }));
  });
