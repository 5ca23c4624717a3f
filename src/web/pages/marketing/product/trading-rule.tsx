import type { ProductTexts } from '#locales/texts.ts';
import type { ChartMark } from '#web/components/drawing/chart.tsx';
import { RuleDemo } from './rule-demo.tsx';
import { ProductSection } from './section.tsx';

/** Candle that illustrates each sentence. */
const seenAt = [22, 30, 44];

const marks = seenAt.map((candle, index): ChartMark => ({ candle, text: String(index + 1) }));

/** Explains the robot's rule in three sentences, each marked in the chart. */
export function TradingRule({ texts }: { texts: ProductTexts['rule'] }) {
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
