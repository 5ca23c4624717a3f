import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart, type ChartMark } from '#web/pages/marketing/drawing/chart.tsx';
import { trendingSession } from '#web/pages/marketing/drawing/session.ts';
import { ProductSection } from './section.tsx';

/** Candle that illustrates each sentence. */
const seenAt = [22, 30, 44];

const marks = seenAt.map((candle, index): ChartMark => ({ candle, text: String(index + 1) }));

/** Explains the robot's rule in three sentences, each marked in the chart. */
export function TradingRule({ texts }: { texts: ProductTexts['rule'] }) {
  return (
    <ProductSection id="rule" title={texts.title} text={texts.text} raised>
      <div className="mt-14 grid items-center gap-12 lg:grid-cols-[minmax(0,8fr)_minmax(0,15fr)]">
        <ol className="divide-y divide-line border-y border-line">
          {Object.values(texts.steps).map(({ title, text }, index) => (
            <li key={title} className="flex gap-5 py-6">
              <span
                aria-hidden
                className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl font-semibold tracking-[-0.01em]">{title}</h3>
                <p className="mt-2 text-pretty text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <figure>
          <SessionChart
            session={trendingSession}
            label={texts.drawing}
            marks={marks}
            className="w-full"
          />
          <figcaption className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
            <Key className="h-4 w-2 bg-line-strong">{texts.price}</Key>
            <Key className="h-0.75 w-5 rounded-full bg-accent-ink">{texts.stop}</Key>
            <span className="sm:ml-auto">{texts.caption}</span>
          </figcaption>
        </figure>
      </div>
    </ProductSection>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={className} />
      {children}
    </span>
  );
}
