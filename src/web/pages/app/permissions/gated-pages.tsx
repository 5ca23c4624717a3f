import { Lock, LockOpen } from 'lucide-react';
import { Link } from 'react-router';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { pageGates } from './gates.ts';
import { useGateText } from './use-gate-text.ts';

const pages = [
  { gate: 'starter', to: '/app/permissions/subscriptions/starter' },
  { gate: 'pro', to: '/app/permissions/subscriptions/pro' },
  { gate: 'unlimited', to: '/app/permissions/subscriptions/unlimited' },
  { gate: 'owner', to: '/app/permissions/roles/owner' },
  { gate: 'admin', to: '/app/permissions/roles/admin' },
  { gate: 'member', to: '/app/permissions/roles/member' },
] as const;

/** Links to the gated pages; a locked one leads to the explanation of what is missing. */
export function GatedPages() {
  const { t } = useTranslation();
  const session = useSession();
  const gateText = useGateText();
  return (
    <Card title={t('demo.pages.title')} description={t('demo.pages.text')}>
      <ul role="list" className="grid gap-2 sm:grid-cols-2">
        {pages.map(({ gate, to }) => {
          const closed = Object.keys(missingRequirements(session, pageGates[gate])).length > 0;
          const Icon = closed ? Lock : LockOpen;
          return (
            <li key={gate}>
              <Link to={to} className={linkClass}>
                <Icon
                  role="img"
                  aria-label={closed ? t('demo.pages.closed') : t('demo.pages.open')}
                  className="mt-0.5 size-4 shrink-0"
                />
                <span className="min-w-0">
                  <span className="block font-medium text-ink">{t(`demo.pages.${gate}`)}</span>
                  <span className="block text-muted">{gateText(pageGates[gate])}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const linkClass =
  'flex h-full gap-3 rounded-md border border-line p-3 text-sm text-muted transition-colors hover:border-line-strong hover:bg-sunken';
