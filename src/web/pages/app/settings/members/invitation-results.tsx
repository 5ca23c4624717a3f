import { Link } from 'react-router';
import type { InvitationResult } from '#contract/invitations.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { InvitationResults } from './invite-many-state.ts';
import { upgradePath, useHasLargerPlan } from './seat-limit.ts';

const focus = (element: HTMLElement | null) => element?.focus();

const tones: Record<InvitationResult, 'success' | 'neutral' | 'danger' | 'warning'> = {
  invited: 'success',
  existing: 'neutral',
  duplicate: 'neutral',
  invalid: 'danger',
  noSeat: 'warning',
  held: 'warning',
  domain: 'warning',
};

/** Lists what happened to each entry; it takes the focus, so that screen readers announce it. */
export function ResultList({ results }: { results: InvitationResults }) {
  const { t } = useTranslation();
  const hasLarger = useHasLargerPlan();
  const count = results.filter(({ result }) => result === 'invited').length;
  return (
    <div ref={focus} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <p role="status" className="font-semibold">
        {count > 0 ? t('onboarding.many.sent', { count }) : t('onboarding.many.sentNone')}
      </p>
      <ul
        role="list"
        aria-label={t('onboarding.many.results')}
        className="divide-y divide-line rounded-lg border border-line"
      >
        {results.map(({ address, result }, index) => (
          // Entries may be equal, and their order is fixed.
          <li
            key={index}
            className="flex flex-col items-start gap-1 px-4 py-2.5 text-sm sm:flex-row sm:items-center sm:gap-3"
          >
            <span className="min-w-0 wrap-anywhere sm:flex-1">{address}</span>
            <Badge tone={tones[result]}>{t(`onboarding.many.result.${result}`)}</Badge>
          </li>
        ))}
      </ul>
      {hasLarger && results.some(({ result }) => result === 'noSeat') && (
        <Link to={upgradePath} className="text-sm font-semibold text-accent-ink hover:underline">
          {t('common.action.upgrade')}
        </Link>
      )}
    </div>
  );
}
