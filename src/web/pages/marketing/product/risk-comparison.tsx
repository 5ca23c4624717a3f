import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/pages/marketing/drawing/chart.tsx';
import {
  orderCost,
  sidewaysSession,
  trendingSession,
  type TradingSession,
} from '#web/pages/marketing/drawing/session.ts';
import { OrderTable } from './order-table.tsx';
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
      <div className="mt-14 grid gap-x-14 gap-y-16 lg:grid-cols-2">
        <Market texts={texts.trending} session={trendingSession} orders={texts.orders} />
        <Market texts={texts.sideways} session={sidewaysSession} orders={texts.orders} />
      </div>
      <dl className="mt-20 grid gap-x-14 gap-y-10 border-t border-line pt-12 sm:grid-cols-2">
        {Object.values(texts.said).map(({ title, text }) => (
          <div key={title}>
            <dt className="text-xl font-semibold tracking-[-0.01em]">{title}</dt>
            <dd className="mt-2 max-w-prose text-pretty text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </ProductSection>
  );
}

interface MarketProps {
  texts: Texts['trending'];
  session: TradingSession;
  orders: Texts['orders'];
}

function Market({ texts, session, orders }: MarketProps) {
  return (
    <div className="flex flex-col">
      <h3 className="text-xl font-semibold tracking-[-0.01em]">{texts.title}</h3>
      <p className="mt-1 text-muted">{texts.text}</p>
      <SessionChart session={session} label={texts.drawing} className="mt-6 w-full" />
      <OrderTable title={texts.title} texts={orders} orders={session.orders} />
    </div>
  );
}
