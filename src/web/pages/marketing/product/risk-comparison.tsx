import { ChevronDown } from 'lucide-react';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/components/drawing/chart.tsx';
import {
  orderCost,
  sidewaysSession,
  trendingSession,
  type TradingSession,
} from '#web/components/drawing/session.ts';
import { OrderTable, Signed } from './order-table.tsx';
import { ProductSection } from './section.tsx';

type Texts = ProductTexts['risk'];

/**
 * Shows a session in which the rule gains beside one in which it loses, with equal weight, and the
 * limits of both.
 */
export function RiskComparison({ texts }: { texts: Texts }) {
  return (
    <ProductSection
      title={texts.title}
      text={texts.text.replace('{{cost}}', String(orderCost))}
      raised
    >
      <div className="mt-8 grid gap-x-14 gap-y-4 sm:mt-14 sm:gap-y-16 lg:grid-cols-2 lg:items-start">
        <Market texts={texts.trending} session={trendingSession} orders={texts.orders} />
        <Market texts={texts.sideways} session={sidewaysSession} orders={texts.orders} />
      </div>
      <dl className="mt-8 grid gap-x-14 gap-y-4 border-line sm:border-t sm:mt-20 sm:gap-y-10 sm:pt-12 sm:grid-cols-2">
        {Object.values(texts.said).map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold sm:text-xl tracking-[-0.01em]">{title}</dt>
            <dd className="mt-1 max-w-prose text-sm text-pretty sm:mt-2 sm:text-base text-muted">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </ProductSection>
  );
}

type MarketProps = {
  texts: Texts['trending'];
  session: TradingSession;
  orders: Texts['orders'];
};

/** Renders a market; a phone shows its balance and unfolds the drawing and the orders. */
function Market({ texts, session, orders }: MarketProps) {
  const balance = session.orders.reduce((sum, { points }) => sum + points, 0);
  return (
    <details open data-fold className="kit-details group max-sm:border-b max-sm:border-line">
      <summary className="flex cursor-pointer list-none items-start gap-3 max-sm:pb-4 [&::-webkit-details-marker]:hidden">
        <span className="flex-1">
          <h3 className="text-lg font-semibold tracking-[-0.01em] sm:text-xl">{texts.title}</h3>
          <span className="mt-1 block text-sm text-pretty text-muted sm:text-base">
            {texts.text}
          </span>
        </span>
        <span className="text-right font-semibold tabular-nums group-open:hidden">
          <span className="block text-sm font-normal text-muted">{orders.total}</span>
          <Signed value={balance} />
        </span>
        <ChevronDown
          aria-hidden
          className="mt-1 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <SessionChart session={session} label={texts.drawing} className="mt-2 w-full sm:mt-6" />
      <OrderTable title={texts.title} texts={orders} orders={session.orders} balance={balance} />
    </details>
  );
}
