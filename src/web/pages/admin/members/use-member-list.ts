import { memberList } from '#contract/lists/operator.ts';
import type { Translate } from '#locales/translation.ts';
import { choiceTexts } from '#web/components/entity/choices.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import {
  joinMethodName,
  joinMethods,
  listedStatuses,
  memberColumns,
  memberStatusName,
} from './columns.tsx';

/** Returns the state of the list of members. */
export const useMemberList = (t: Translate) =>
  useDeclaredList(memberList, {
    columns: memberColumns(t),
    filters: {
      role: { label: t('admin.users.role'), choices: choiceTexts(t, 'TenantUserRoles') },
      status: {
        label: t('admin.users.state'),
        choices: choicesOf(listedStatuses, (value) => memberStatusName(t, value)),
      },
      joined: {
        label: t('admin.users.joined'),
        choices: choicesOf(joinMethods, (value) => joinMethodName(t, value)),
      },
      createdAt: { label: t('lists.createdAt') },
    },
  });
