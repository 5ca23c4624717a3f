import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/pages/marketing/drawing/chart.tsx';
import { trending } from '#web/pages/marketing/drawing/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { PictureTheme } from './pictures.ts';
import { Shot } from './shot.tsx';

interface Props {
  texts: ProductTexts['hero'];
  /** Registering with the free product, where there is one. */
  start: string | null;
  background: PictureTheme;
}

/** What it is, in two sentences, and the app itself; the robot's line runs through to it. */
export function Hero({ texts, start, background }: Props) {
  return (
    <section className="relative isolate overflow-hidden">
      <SessionChart
        session={trending}
        cover
        className="absolute inset-x-0 bottom-0 -z-10 h-72 w-full mask-[linear-gradient(to_right,transparent,black_30%)] opacity-70 lg:h-[70%]"
      />
      <div className="mx-auto grid max-w-6xl gap-x-12 gap-y-14 px-4 pt-14 pb-16 sm:px-6 lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)] lg:pt-24 lg:pb-28">
        <div>
          <h1 className="text-display font-semibold [&:lang(hi)]:leading-[1.2] [&:lang(hi)]:tracking-normal">
            {texts.headline}
          </h1>
          <p className="mt-6 max-w-[34rem] text-lg text-pretty text-muted">{texts.text}</p>
          <div className="mt-9 flex flex-wrap items-center gap-3">
            <Link to={start ?? '/pricing'} className={clsx(buttonClass(), bigClass)}>
              {start ? texts.start : texts.plans}
            </Link>
            <a href="#rule" className={clsx(buttonClass('white'), bigClass)}>
              {texts.rule}
            </a>
          </div>
          <p className="mt-6 max-w-[34rem] text-sm text-muted">{texts.risk}</p>
        </div>
        <figure className="self-end lg:-mr-[max(3rem,calc((100vw-72rem)/2-2rem))]">
          <Shot
            name="dashboard"
            alt={texts.picture}
            sizes="(width < 64rem) 92vw, 46rem"
            first={background}
            className="rounded-lg lg:rounded-xl"
          />
          <figcaption className="mt-3 w-fit rounded-sm bg-canvas px-1 text-sm text-muted">
            {texts.caption}
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

const bigClass = 'min-h-12 px-6 text-base';
