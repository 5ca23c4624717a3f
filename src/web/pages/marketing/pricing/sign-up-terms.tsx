import { useTranslation } from '#web/session/translation.ts';

/** Lists the conditions to know before signing up. */
export function SignUpTerms({ hasTrial }: { hasTrial: boolean }) {
  const { t } = useTranslation();
  const facts = [...(hasTrial ? (['trial'] as const) : []), 'change' as const, 'risk' as const];
  return (
    <section className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="text-title font-semibold">{t('pricing.facts.title')}</h2>
        <dl className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {facts.map((fact) => (
            <div key={fact} className="border-t-2 border-accent-ink pt-5">
              <dt className="font-semibold">{t(`pricing.facts.${fact}Title`)}</dt>
              <dd className="mt-2 text-pretty text-muted">{t(`pricing.facts.${fact}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
