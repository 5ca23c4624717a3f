import type { EndedGrant } from '#contract/calls/grants.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Renders what access it is, and to which organization. */
export function GrantName({ grant: { kind, name, organization } }: { grant: EndedGrant }) {
  const { t } = useTranslation();
  return <>{[t(`account.grants.kind.${kind}`), name, organization].filter(Boolean).join(' · ')}</>;
}
