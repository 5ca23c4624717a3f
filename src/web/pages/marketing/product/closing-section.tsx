import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/components/drawing/chart.tsx';
import { sidewaysSession } from '#web/components/drawing/session.ts';
import { buttonClass } from '#web/ui/button.tsx';

type Props = {
  texts: ProductTexts;
  start: string | null;
};

/** Renders the closing call to action over the chart of the sideways market. */
export function ClosingSection({ texts: { end, hero }, start }: Props) {
  return (
    <section className="relative isolate overflow-hidden border-t border-line">
      <SessionChart
        session={sidewaysSession}
        cover
        className="absolute inset-0 -z-10 size-full mask-[linear-gradient(to_right,transparent_30%,black)] opacity-60 max-lg:opacity-20"
      />
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-24 lg:py-36">
        <h2 className="max-w-[14ch] text-display font-semibold [&:lang(hi)]:leading-[1.2]">
          {end.title}
        </h2>
        <p className="mt-5 max-w-md text-lg text-pretty text-muted">{end.text}</p>
        <Link
          to={start ?? '/pricing'}
          className={clsx(buttonClass(), 'mt-9 min-h-12 px-6 text-base')}
        >
          {start ? hero.start : hero.plans}
        </Link>
        <p className="mt-6 max-w-md text-sm text-muted">{hero.risk}</p>
      </div>
    </section>
  );
}
