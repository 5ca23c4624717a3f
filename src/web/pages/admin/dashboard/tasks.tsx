import { clsx } from 'clsx';
import {
  Ban,
  CircleCheck,
  CreditCard,
  Gavel,
  Hourglass,
  MailWarning,
  Undo2,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { OperatorTask, TaskKind, TaskList } from '#contract/operators/tasks.ts';
import type { Overview } from '#contract/overview.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TaskAction } from './task-action.tsx';

type Tone = 'danger' | 'warning' | 'neutral';

const looks: Record<TaskKind, [LucideIcon, Tone]> = {
  reversal: [Undo2, 'danger'],
  dispute: [Gavel, 'danger'],
  inquiry: [Gavel, 'warning'],
  readOnly: [CreditCard, 'danger'],
  overdue: [CreditCard, 'warning'],
  trialEnding: [Hourglass, 'warning'],
  webhookFailing: [Webhook, 'warning'],
  webhookOff: [Webhook, 'warning'],
  suspended: [Ban, 'neutral'],
};

/** Figures of the overview that are tasks unless they are 0, with the page and the call that it needs. */
const counted = [
  { key: 'failedMails', to: '/admin/mails', call: 'mails/getFailed', icon: MailWarning },
  {
    key: 'failedEvents',
    to: '/admin/events?state=failing',
    call: 'providerEvents/getAllOfAll',
    icon: Webhook,
  },
] as const;

/** Number of tasks that are shown at first. */
const first = 5;

type Props = {
  /** Undefined while it or the list loads. */
  overview: Overview | undefined;
  /** Undefined for operators who may not list tasks. */
  listed: TaskList | undefined;
};

/** Lists what needs an operator, with the action that helps (R-OPR-29). */
export function Tasks({ overview, listed }: Props) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    (list.current?.children[first] as HTMLElement | undefined)?.focus();
  };
  if (!overview) return null;
  const counts = counted.filter(({ key, call }) => may(call) && overview[key] > 0);
  const rows = [
    ...(listed?.tasks ?? []).map((task) => <Task key={`${task.kind} ${task.id}`} task={task} />),
    ...counts.map(({ key, to, icon }) => (
      <Row
        key={key}
        icon={icon}
        tone="danger"
        action={
          <Button size="sm" variant="white" render={<Link to={to} />}>
            {t(`overview.${key}`)}
          </Button>
        }
      >
        <p className="text-ink">{t(`overview.tasks.${key}`, { count: overview[key] })}</p>
      </Row>
    )),
  ];
  if (!listed && rows.length === 0) return null;
  const hidden = isWhole ? 0 : Math.max(rows.length - first, 0);
  return (
    <Card
      flush
      title={
        <>
          {t('overview.tasks.title')}
          {rows.length > 0 && (
            <span className="ms-2 font-normal text-muted tabular-nums">
              {`${rows.length}${listed?.isCut ? '+' : ''}`}
            </span>
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="flex items-center gap-2 px-5 pb-5 text-sm text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
          {t('overview.tasks.none')}
        </p>
      ) : (
        <ul ref={list} role="list" className="divide-y divide-line border-t border-line">
          {rows.slice(0, rows.length - hidden)}
        </ul>
      )}
      {hidden > 0 && (
        <div className="border-t border-line px-5 py-3">
          <Button size="sm" variant="white" onClick={showAll}>
            {t('overview.tasks.showAll', { total: rows.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}

const nameClass = 'font-medium wrap-anywhere text-ink';

function Task({ task }: { task: OperatorTask }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { kind, tenant, at, note } = task;
  const [icon, tone] = looks[kind];
  const name = tenant.name ?? t('overview.tasks.noOrganization', { note: note ?? '' });
  return (
    <Row icon={icon} tone={tone} action={<TaskAction task={task} name={name} />}>
      {tenant.name === null ? (
        <span className={nameClass}>{name}</span>
      ) : (
        <OrganizationLink tenant={{ id: tenant.id, name }} className={nameClass} />
      )}
      <p className="line-clamp-2 wrap-anywhere text-muted">
        {t(`overview.tasks.is.${kind}`, { date: date(at, 'short'), note: note ?? '' })}
      </p>
    </Row>
  );
}

const tones = {
  danger: 'text-danger-ink',
  warning: 'text-warning-ink',
  neutral: 'text-muted',
};

type RowProps = {
  icon: LucideIcon;
  tone: Tone;
  action: ReactNode;
  children: ReactNode;
};

function Row({ icon: Icon, tone, action, children }: RowProps) {
  return (
    <li tabIndex={-1} className="flex items-start gap-3 px-5 py-3 text-sm sm:items-center">
      <Icon aria-hidden className={clsx('size-5 shrink-0', tones[tone])} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">{children}</div>
        {action}
      </div>
    </li>
  );
}
