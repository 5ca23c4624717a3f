import type { OperatorRecord } from '#contract/operators/operators.ts';
import type { Translate } from '#locales/translation.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Returns the columns of the list. */
export const operatorColumns = (t: Translate): ListColumn<OperatorRecord>[] => [
  {
    key: 'person',
    header: t('staff.person'),
    render: (operator) => <OperatorCell operator={operator} />,
    csv: [
      { header: t('staff.person'), value: ({ name }) => name },
      { header: t('lists.email'), value: ({ email }) => email },
    ],
  },
  {
    key: 'role',
    header: t('staff.roleColumn'),
    render: ({ role }) => (
      <span className="grid">
        <span>{t(`operators.role.${role}`)}</span>
        <span className="text-sm text-pretty text-muted">{t(`staff.may.${role}`)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: t('staff.state'),
    phone: 'first',
    render: (operator) => <StateBadge {...operator} />,
    csv: [{ header: t('staff.state'), value: (operator) => stateText(t, operator) }],
  },
];

function OperatorCell({ operator }: { operator: OperatorRecord }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { name, email, avatar } = operator;
  const [firstName = '', ...others] = name.split(' ');
  const person = { firstName, lastName: others.join(' '), email };
  const note = operator.id === user.id ? t('staff.you') : undefined;
  return <PersonCell person={person} avatar={avatar} note={note} />;
}

function stateText(t: Translate, { invitedUntil, expired }: OperatorRecord) {
  if (invitedUntil === null) return t('staff.active');
  return expired
    ? t('staff.expired')
    : t('staff.invitedUntil', { date: invitedUntil.slice(0, 10) });
}

function StateBadge({ invitedUntil, expired }: OperatorRecord) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (invitedUntil === null) return <Badge tone="success">{t('staff.active')}</Badge>;
  return expired ? (
    <Badge tone="warning">{t('staff.expired')}</Badge>
  ) : (
    <Badge tone="info">{t('staff.invitedUntil', { date: date(invitedUntil, 'short') })}</Badge>
  );
}
