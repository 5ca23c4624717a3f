import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart, type ChartMark } from '#web/components/drawing/chart.tsx';
import { sidewaysSession } from '#web/components/drawing/session.ts';
import { registerPath, type selectOffer } from '#web/components/pricing/plan-selection.ts';
import { Newsletter } from '#web/pages/marketing/newsletter/form.tsx';
import { Accordion } from '#web/ui/accordion.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Downloads } from './downloads.tsx';
import { FeatureTour } from './feature-tour.tsx';
import { Hero } from './hero.tsx';
import { OpenOutcry } from './open-outcry.tsx';
import type { PictureTheme } from './pictures.ts';
import { PlanSummary } from './plan-summary.tsx';
import { RiskComparison } from './risk-comparison.tsx';
import { RuleDemo } from './rule-demo.tsx';
import { ProductSection } from './section.tsx';

type Offer = ReturnType<typeof selectOffer>;

type Props = {
  texts: ProductTexts;
  offer: Offer;
  background: PictureTheme;
};

/** Renders all sections of the product page in order. */
export function ProductSections({ texts, offer, background }: Props) {
  const start = freeStart(offer);
  return (
    <>
      <Hero texts={texts.hero} start={start} background={background} />
      <TradingRule texts={texts.rule} />
      <HowItWorks texts={texts.how} />
      <RiskComparison texts={texts.risk} />
      <OpenOutcry texts={texts.floor} />
      <FeatureTour texts={texts.features} />
      <PlanSummary texts={texts.plans} offer={offer} />
      <Downloads texts={texts.downloads} />
      <Faq texts={texts.faq} />
      <Newsletter />
      <ClosingSection texts={texts} start={start} />
    </>
  );
}

/** Returns the path to register with a free product; null when every product costs something. */
function freeStart({ products, currency }: Offer) {
  const free = products.find(({ prices }) =>
    prices.some((price) => price.active && price.price === 0 && price.currency === currency),
  );
  return free ? registerPath({ product: free.id ?? free.title }, new URLSearchParams()) : null;
}

/** Renders the FAQ; the first question is open and several may be (R-SITE-01). */
function Faq({ texts }: { texts: ProductTexts['faq'] }) {
  const items = Object.entries(texts.items).map(([key, { question, answer }]) => ({
    key,
    title: question,
    content: answer,
  }));
  return (
    <section id="faq" className="scroll-mt-16 border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-x-14 gap-y-6 px-4 py-10 sm:gap-y-10 sm:py-20 sm:px-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:py-28">
        <h2 className="text-title font-semibold lg:sticky lg:top-28 lg:self-start">
          {texts.title}
        </h2>
        <Accordion items={items} />
      </div>
    </section>
  );
}

type ClosingSectionProps = {
  texts: ProductTexts;
  start: string | null;
};

/** Renders the closing call to action over the chart of the sideways market. */
function ClosingSection({ texts: { end, hero }, start }: ClosingSectionProps) {
  return (
    <section className="relative isolate overflow-hidden border-t border-line">
      <SessionChart
        session={sidewaysSession}
        cover
        className="absolute inset-0 -z-10 size-full mask-[linear-gradient(to_right,transparent_30%,black)] opacity-60 max-lg:opacity-20"
      />
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-24 lg:py-36">
        <h2 className="max-w-[14ch] text-display font-semibold">{end.title}</h2>
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

/** Margins that place each step higher than the one before. */
const stepMargins = ['lg:mt-36', 'lg:mt-24', 'lg:mt-12', 'lg:mt-0'];

/** Renders four steps as ascending stairs, like the rising stop. */
function HowItWorks({ texts }: { texts: ProductTexts['how'] }) {
  return (
    <ProductSection title={texts.title}>
      <ol className="mt-8 grid gap-x-6 gap-y-8 max-[22rem]:grid-cols-1 grid-cols-2 sm:mt-12 sm:gap-y-10 sm:gap-x-10 lg:mt-4 lg:grid-cols-4 lg:gap-x-0">
        {Object.values(texts.steps).map(({ title, text }, index) => (
          <li
            key={title}
            className={clsx(
              'relative border-t-3 border-accent-ink pt-4 sm:pt-5 lg:pr-8 lg:pl-6',
              index > 0 && 'lg:before:absolute lg:before:-top-0.75 lg:before:left-0',
              index > 0 && 'lg:before:h-12.75 lg:before:border-l-3 lg:before:border-accent-ink',
              stepMargins[index],
            )}
          >
            <p aria-hidden className="text-sm font-semibold text-accent-ink tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-1 text-xl font-semibold sm:text-2xl tracking-tight">{title}</h3>
            <p className="mt-1 text-sm text-pretty text-muted sm:mt-2 sm:text-base">{text}</p>
          </li>
        ))}
      </ol>
    </ProductSection>
  );
}

/** Candle that illustrates each sentence. */
const seenAt = [22, 30, 44];

const marks = seenAt.map((candle, index): ChartMark => ({ candle, text: String(index + 1) }));

/** Explains the robot's rule in three sentences, each marked in the chart. */
function TradingRule({ texts }: { texts: ProductTexts['rule'] }) {
  return (
    <ProductSection id="rule" title={texts.title} text={texts.text} raised>
      <div className="mt-8 grid gap-x-12 gap-y-8 sm:mt-14 lg:items-start lg:grid-cols-[minmax(0,8fr)_minmax(0,15fr)]">
        <ol className="divide-y divide-line border-y border-line">
          {Object.values(texts.steps).map(({ title, text }, index) => (
            <li key={title} className="flex gap-4 py-3 sm:gap-5 sm:py-6">
              <span
                aria-hidden
                className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg font-semibold tracking-[-0.01em] sm:text-xl">{title}</h3>
                <p className="mt-1 text-sm text-pretty text-muted sm:mt-2 sm:text-base">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <RuleDemo texts={texts} marks={marks} />
      </div>
    </ProductSection>
  );
}
