import { ArrowRight, Lock, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { usePlanWithTier } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** State of a connection; one that is used has the way to its page instead of a first step. */
export type ConnectionState = {
  text: string;
  tone: 'neutral' | 'success' | 'warning' | 'danger';
  isUsed: boolean;
};

export type CardProps = {
  name: 'apiKeys' | 'webhooks' | 'mcp' | 'sso' | 'scim' | 'csv' | 'archives';
  icon: LucideIcon;
  to: string;
};

type FrameProps = Pick<CardProps, 'name' | 'icon'> & {
  /** State of the connection. */
  state: ReactNode;
  /** Link to its page; none for those who can't open it. */
  link: { to: string; action: string } | null;
};

/** Renders a connection: the whole card leads to its page. */
function ConnectionFrame({ name, icon: Icon, state, link }: FrameProps) {
  const { t } = useTranslation();
  const id = useId();
  const address = `${window.location.origin}/mcp`;
  return (
    <li className={cardClass}>
      <div className="flex items-start justify-between gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-md border border-line bg-sunken text-ink">
          <Icon aria-hidden className="size-4.5" />
        </span>
        {state}
      </div>
      <div className="flex-1">
        <h3 id={id} className="font-medium text-ink">
          {t(`integrations.${name}.title`)}
        </h3>
        <p className="mt-1 text-sm text-pretty wrap-anywhere text-muted">
          {t(`integrations.${name}.text`, { address })}
        </p>
      </div>
      {link && (
        <Link to={link.to} aria-describedby={id} className={actionClass}>
          {link.action}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </li>
  );
}

const cardClass =
  'relative flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-sm transition-colors hover:border-line-strong';

const actionClass =
  'inline-flex items-center gap-1.5 self-start text-sm font-semibold text-accent-ink underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline';

type StateProps = CardProps & {
  /** Undefined while it loads, null if it is unknown. */
  state: ConnectionState | null | undefined;
};

/** Renders a connection with its state, and its first step until it is used. */
export function ConnectionCard({ name, icon, to, state }: StateProps) {
  const { t } = useTranslation();
  const action =
    state?.isUsed === false ? t(`integrations.${name}.first`) : t('integrations.manage');
  return (
    <ConnectionFrame
      name={name}
      icon={icon}
      link={{ to, action }}
      state={
        state === undefined ? (
          <Skeleton className="h-5 w-24 rounded-full" />
        ) : (
          <Badge tone={state?.tone ?? 'warning'}>{state?.text ?? t('integrations.unknown')}</Badge>
        )
      }
    />
  );
}

/** Renders a connection that the plan doesn't include, with the name of one that does. */
export function LockedCard({ name, icon, tier }: Omit<CardProps, 'to'> & { tier: number }) {
  const { t } = useTranslation();
  const { role } = useSession();
  const plan = usePlanWithTier(tier);
  return (
    <ConnectionFrame
      name={name}
      icon={icon}
      state={
        plan === undefined ? (
          <Skeleton className="h-5 w-24 rounded-full" />
        ) : (
          <Badge>
            <Lock aria-hidden />
            {t('integrations.locked', { plan })}
          </Badge>
        )
      }
      link={
        roleAllows(role, Role.Admin)
          ? { to: subscriptionPath, action: t('integrations.plans') }
          : null
      }
    />
  );
}
