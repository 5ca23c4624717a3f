import { useNavigate } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { useSession, type UserSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { useBillingTime } from './billing-time.ts';

export const subscriptionPath = '/app/settings/organization/subscription';
/** Opens the dialog that pays what is overdue. */
export const payPath = `${subscriptionPath}?pay`;

/** Cause of a read-only organization: an overdue payment, a pause, or more members than the plan allows. */
export type ReadOnlyCause = 'overdue' | 'paused' | 'overFree';

/** Returns true for an organization with more active members than its plan includes (R-SUB-07). */
export function hasTooManyMembers({ tenant, product }: Pick<UserSession, 'tenant' | 'product'>) {
  const { maxUsers = 0 } = product?.subscriptionProduct ?? {};
  return maxUsers > 0 && tenant.usersCount > maxUsers;
}

/** Returns why the organization is read-only, by the server's rules (R-SUB-07, R-SUB-09). */
export function readOnlyCauseOf(
  { tenant, product }: Pick<UserSession, 'tenant' | 'product'>,
  now: Date,
): ReadOnlyCause | null {
  if (!product) return null;
  const { status, graceEnds, subscriptionPrice } = product;
  if (status === 'past_due') {
    return graceEnds && new Date(graceEnds) <= now ? 'overdue' : null;
  }
  if (status === 'paused') return status;
  const isFree = status === 'active' && subscriptionPrice.price === 0;
  return isFree && hasTooManyMembers({ tenant, product }) ? 'overFree' : null;
}

/** Explains a read-only organization, and opens the page that restores access. */
export type ReadOnly = {
  cause: ReadOnlyCause;
  title: string;
  text: string;
  /** Label and address of the page for roles that can restore access; null for other roles. */
  action: { label: string; to: string } | null;
  /** Shows the explanation in a dialog, with the action. */
  explain: () => Promise<void>;
};

/** Returns why the organization is read-only; null while changes are allowed. */
export function useReadOnly(): ReadOnly | null {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const session = useSession();
  const cause = readOnlyCauseOf(session, useBillingTime(session.product));
  if (cause === null) return null;
  const mayPay = roleAllows(session.role, Role.Admin);
  const { title: plan = '', maxUsers: max = 0 } = session.product?.subscriptionProduct ?? {};
  const used = session.tenant.usersCount;
  const role = mayPay ? 'payer' : 'member';
  const text = t(`app.${cause}.${role}`, { plan, max, used });
  const title = t(`app.${cause}.title`, { plan });
  const action = {
    label: t(`app.${cause}.action`),
    to: cause === 'overdue' ? payPath : subscriptionPath,
  };
  const explain = async () => {
    if (!mayPay) return dialogs.error({ title, text });
    const no = t('common.action.close');
    if (await dialogs.confirm({ title, text, yes: action.label, no })) await navigate(action.to);
  };
  return { cause, title, text, action: mayPay ? action : null, explain };
}
