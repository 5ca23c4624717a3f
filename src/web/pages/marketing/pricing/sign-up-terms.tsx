import { identityTier } from '#contract/access.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  hasTrial: boolean;
  shown: readonly { plan: { tier: number; title: string } }[];
};

/** Lists what to know before signing up: conditions, and what larger plans add for a company. */
export function SignUpTerms({ hasTrial, shown }: Props) {
  const { t } = useTranslation();
  const product = shown.find(({ plan }) => plan.tier >= identityTier)?.plan.title;
  const facts = [
    ...(hasTrial ? (['trial'] as const) : []),
    'change' as const,
    ...(product === undefined ? [] : (['company'] as const)),
    'risk' as const,
  ];
  return (
    <section className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="text-title font-semibold">{t('pricing.facts.title')}</h2>
        <dl className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {facts.map((fact) => (
            <div key={fact} className="border-t-2 border-accent-ink pt-5">
              <dt className="font-semibold">{t(`pricing.facts.${fact}Title`)}</dt>
              <dd className="mt-2 text-pretty text-muted">
                {t(`pricing.facts.${fact}Text`, { product })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
