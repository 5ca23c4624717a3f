import type { FormEvent, ReactNode } from 'react';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart, type ChartMark } from '#web/components/drawing/chart.tsx';
import {
  demoFigures,
  demoScale,
  distances,
  updateRuleDemo,
} from '#web/components/drawing/rule-demo.ts';
import { orderCost, trendingSession } from '#web/components/drawing/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';

type Texts = ProductTexts['rule'];

const update = ({ currentTarget }: FormEvent<HTMLElement>) => updateRuleDemo(currentTarget);

/**
 * Shows the rule in a drawn session, with the distance of the stop to try (R-SITE-11). On the static page
 * `site-script.ts` updates it; without scripts it is a picture.
 */
export function RuleDemo({ texts, marks }: { texts: Texts; marks: readonly ChartMark[] }) {
  const { demo } = texts;
  const figures = demoFigures(trendingSession, useTranslation().locale);
  return (
    <figure data-rule-demo onInput={update}>
      <SessionChart
        session={trendingSession}
        scale={demoScale('trending')}
        label={texts.drawing}
        marks={marks}
        className="w-full"
      />
      <figcaption className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
        <Key className="h-4 w-2 bg-line-strong">{texts.price}</Key>
        <Key className="h-0.75 w-5 rounded-full bg-accent-ink">{texts.stop}</Key>
      </figcaption>
      <div className="mt-6 rounded-xl border border-line bg-canvas p-4 sm:p-6">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr] sm:items-center noscript:hidden">
          <SegmentedControl
            label={demo.market}
            segments={[
              { value: 'trending', label: demo.trending },
              { value: 'sideways', label: demo.sideways },
            ]}
            initialValue="trending"
          />
          <label className="block text-sm font-medium">
            <span className="flex justify-between gap-4">
              {demo.distance}
              <span data-figure="distance" aria-hidden className="tabular-nums">
                {distances.initial}
              </span>
            </span>
            <input
              type="range"
              min={distances.min}
              max={distances.max}
              step={distances.step}
              defaultValue={distances.initial}
              autoComplete="off"
              className="mt-1 block h-8 w-full cursor-pointer accent-accent"
            />
          </label>
        </div>
        <div role="status" aria-atomic className="mt-5 noscript:mt-0">
          <dl className="grid grid-cols-3 gap-4 border-t border-line pt-4 noscript:border-0 noscript:pt-0">
            <Figure name="orders" label={demo.orders} value={figures.orders} />
            <Figure name="costs" label={demo.costs} value={figures.costs} />
            <Figure name="balance" label={demo.balance} value={figures.balance} />
          </dl>
        </div>
        <p className="mt-4 text-sm text-pretty text-muted">
          {demo.note.replace('{{cost}}', String(orderCost))}
        </p>
      </div>
    </figure>
  );
}

type FigureProps = {
  name: keyof ReturnType<typeof demoFigures>;
  label: string;
  value: string;
};

function Figure({ name, label, value }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">{label}</dt>
      <dd data-figure={name} className="text-2xl font-semibold tracking-tight tabular-nums">
        {value}
      </dd>
    </div>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={className} />
      {children}
    </span>
  );
}
