import { ChevronDown } from 'lucide-react';
import type { ProductTexts } from '#locales/texts.ts';
import { SessionChart } from '#web/components/drawing/chart.tsx';
import {
  orderCost,
  sidewaysSession,
  trendingSession,
  type TradingSession,
  type SessionOrder,
} from '#web/components/drawing/session.ts';
import { useTranslation } from '#web/session/translation.ts';
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
        <MarketSession texts={texts.trending} session={trendingSession} orders={texts.orders} />
        <MarketSession texts={texts.sideways} session={sidewaysSession} orders={texts.orders} />
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

type SessionProps = {
  texts: Texts['trending'];
  session: TradingSession;
  orders: Texts['orders'];
};

/** Renders a market; a phone shows its balance and unfolds the drawing and the orders. */
function MarketSession({ texts, session, orders }: SessionProps) {
  const balance = session.orders.reduce((sum, { points }) => sum + points, 0);
  return (
    <details open data-fold className="kit-details group max-sm:border-b max-sm:border-line">
      <summary className="flex cursor-pointer list-none items-start gap-3 max-sm:pb-4 [&::-webkit-details-marker]:hidden">
        <h3 className="flex-1 text-lg font-semibold tracking-[-0.01em] sm:text-xl">
          {texts.title}
          <span className="mt-1 block text-sm font-normal tracking-normal text-pretty text-muted sm:text-base">
            {texts.text}
          </span>
        </h3>
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

type Props = {
  title: string;
  texts: ProductTexts['risk']['orders'];
  orders: readonly SessionOrder[];
  balance: number;
};

/** Lists the orders of a session with their results. */
function OrderTable({ title, texts, orders, balance }: Props) {
  const { locale } = useTranslation();
  const plain = new Intl.NumberFormat(locale);
  return (
    <table className="mt-4 w-full text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead className="text-muted">
        <tr className={rowClass}>
          <th scope="col">
            <span className="sr-only">{texts.order}</span>
          </th>
          <th scope="col">{texts.side}</th>
          <th scope="col">{texts.entry}</th>
          <th scope="col">{texts.exit}</th>
          <th scope="col">{texts.points}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ at, isLong, entry, exit, points }, index) => (
          <tr key={at} className={rowClass}>
            <th scope="row" className="font-normal text-muted">
              {index + 1}
            </th>
            <td>{isLong ? texts.buy : texts.sell}</td>
            <td>{plain.format(entry)}</td>
            <td>{plain.format(exit)}</td>
            <Points value={points} />
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr className={rowClass}>
          <th scope="row" colSpan={4}>
            {texts.total}
          </th>
          <Points value={balance} />
        </tr>
      </tfoot>
    </table>
  );
}

/** Aligns the first two columns, which hold words, left and the figures right. */
const rowClass =
  'border-b border-line *:py-2 *:text-right *:font-[inherit] *:first:text-left *:first:pr-4 *:nth-2:not-last:text-left';

function Points({ value }: { value: number }) {
  return (
    <td>
      <Signed value={value} />
    </td>
  );
}

/** Renders points with their sign. */
function Signed({ value }: { value: number }) {
  const signed = new Intl.NumberFormat(useTranslation().locale, { signDisplay: 'always' });
  return (
    <span className={value < 0 ? 'text-danger-ink' : 'text-success-ink'}>
      {signed.format(value).replace('-', '\u2212')}
    </span>
  );
}
