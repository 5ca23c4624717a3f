import { clsx } from 'clsx';
import { useSearchParams } from 'react-router';
import { selectPrice } from '#contract/pricing/pricing.ts';
import {
  periodName,
  registerPath,
  type selectOffer,
} from '#web/components/pricing/plan-selection.ts';
import { PlanCard } from './card.tsx';
import { cardsPerRow } from './cards-per-row.ts';

type Offer = ReturnType<typeof selectOffer>;

/** Returns the products that have a price in the chosen period and currency. */
export const offeredPlans = ({ products, period, currency }: Offer) =>
  products.flatMap((plan) => {
    const price = selectPrice(plan.prices, period, currency);
    return price ? [{ plan, price }] : [];
  });

const grids = {
  1: '',
  2: 'md:grid-cols-2',
  3: 'lg:grid-cols-3',
};

type Props = {
  shown: ReturnType<typeof offeredPlans>;
  period: Offer['period'];
};

/** Renders the products side by side. */
export function PlanCards({ shown, period }: Props) {
  const [query] = useSearchParams();
  const columns = cardsPerRow(shown.length);
  return (
    <ul role="list" className={clsx('grid gap-5', grids[columns])}>
      {shown.map(({ plan, price }) => {
        const product = plan.id ?? plan.title;
        const selection = { product, period: periodName(period), currency: price.currency };
        return (
          <PlanCard
            key={product}
            plan={plan}
            price={price}
            to={registerPath(selection, query)}
            columns={columns}
          />
        );
      })}
    </ul>
  );
}
