import { useRef } from 'react';
import type { Role } from '#contract/access.ts';
import { isStoppedBy } from '#contract/api-keys/api-keys.ts';
import type { TenantUser } from '#contract/membership.ts';
import { namesOfKeys } from '#web/pages/app/settings/api-keys/queries.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { ConfirmOptions } from '#web/ui/dialogs/dialogs.tsx';

type Change = {
  member: TenantUser;
  /** Role from now on; null: no access. */
  role: Role | null;
};

/**
 * Returns a function that adds to a question about a member which API keys stop, with the choice to take them over, and
 * the query of the call for the choice made (R-KEY-08).
 */
export function useKeyHandOver() {
  const { t } = useTranslation();
  const { user } = useSession();
  const takesOver = useRef(false);
  const withStoppingKeys = async (
    question: ConfirmOptions,
    { member, role }: Change,
  ): Promise<ConfirmOptions> => {
    takesOver.current = false;
    if (role !== null && role <= member.role) return question;
    const own = member.userId === user.id;
    const keys = await namesOfKeys(
      (key) => key.createdBy?.id === member.userId && isStoppedBy(key, role),
    );
    if (keys === '') return question;
    const text =
      role === null ? t('members.keys.names', { keys }) : t('members.keys.limited', { keys });
    return {
      ...question,
      text: (
        <div className="grid gap-3">
          {question.text && <p>{question.text}</p>}
          <p className="wrap-anywhere">{own ? t('members.keys.ownLimited', { keys }) : text}</p>
          {!own && user.impersonatedBy === null && (
            <Checkbox
              label={t('members.keys.takeOver')}
              hint={t('members.keys.takeOverHint')}
              onChange={({ target }) => {
                takesOver.current = target.checked;
              }}
            />
          )}
        </div>
      ),
    };
  };
  return {
    withStoppingKeys,
    handOver: () => ({ takeOverKeys: String(takesOver.current) }),
  };
}
