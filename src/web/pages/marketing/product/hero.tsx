import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/components/drawing/chart.tsx';
import { trendingSession } from '#web/components/drawing/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { PictureTheme } from './pictures.ts';
import { Screenshot } from './screenshot.tsx';

type Props = {
  texts: ProductTexts['hero'];
  /** Path to register with the free product; null without one. */
  start: string | null;
  background: PictureTheme;
};

/** Renders headline and screenshot over the chart of the trending market. */
export function Hero({ texts, start, background }: Props) {
  return (
    <section className="relative isolate overflow-hidden">
      <SessionChart
        session={trendingSession}
        className="absolute bottom-0 -z-10 mask-[linear-gradient(to_right,transparent,black_30%)] opacity-70 max-sm:right-0 max-sm:h-20 sm:left-0 sm:w-full lg:left-[max(0px,calc((100vw-72rem)/2-8rem))] lg:h-56 lg:w-auto xl:h-80"
      />
      <div className="mx-auto grid max-w-6xl gap-x-14 gap-y-8 px-4 pt-10 pb-20 sm:pt-14 sm:pb-40 sm:px-6 lg:grid-cols-[minmax(0,9fr)_minmax(0,15fr)] lg:pt-24 lg:pb-24">
        <h1 className="text-[clamp(2.6rem,1.2rem+6.4vw,6.5rem)] leading-[0.98] font-semibold tracking-[-0.04em] lg:col-span-2 [&:lang(hi)]:leading-[1.2]">
          {Object.values(texts.headline).map((sentence) => (
            <span key={sentence} className="block">
              {sentence}{' '}
            </span>
          ))}
        </h1>
        <div className="lg:pt-10">
          <p className="text-pretty text-muted sm:text-lg">{texts.text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <Link to={start ?? '/pricing'} className={clsx(buttonClass(), bigClass)}>
              {start ? texts.start : texts.plans}
            </Link>
            <a href="#rule" className={clsx(buttonClass('white'), bigClass)}>
              {texts.rule}
            </a>
          </div>
          <p className="mt-6 text-sm text-pretty text-muted">{texts.risk}</p>
        </div>
        <figure className="max-lg:mt-6 lg:-mr-[max(3rem,calc((100vw-72rem)/2-2rem))] lg:pt-12">
          <Screenshot
            name="dashboard"
            alt={texts.picture}
            sizes="(width < 64rem) 92vw, 52rem"
            phone="phone"
            first={background}
            className="rounded-lg lg:rounded-xl"
          />
          <figcaption className="mt-3 text-sm text-muted">{texts.caption}</figcaption>
        </figure>
      </div>
    </section>
  );
}

const bigClass = 'min-h-12 px-6 text-base';
