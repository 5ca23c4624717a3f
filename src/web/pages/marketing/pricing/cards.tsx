import { clsx } from 'clsx';
import { useSearchParams } from 'react-router';
import { selectPrice } from '#contract/pricing.ts';
import { periodName, registerPath, type offerOf } from '#web/components/pricing-choice.ts';
import { PlanCard } from './card.tsx';
import { columnsFor } from './columns.ts';

const grids = {
  1: '',
  2: 'md:grid-cols-2',
  3: 'lg:grid-cols-3',
};

/** The products side by side, each with its price of the chosen period and currency. */
export function PlanCards({ offer }: { offer: ReturnType<typeof offerOf> }) {
  const [query] = useSearchParams();
  const { products, period, currency } = offer;
  const columns = columnsFor(products.length);
  return (
    <ul role="list" className={clsx('grid gap-5', grids[columns])}>
      {products.map((plan) => {
        const price = selectPrice(plan.prices, period, currency);
        const wish = { product: plan.id ?? plan.title, period: periodName(period), currency };
        return (
          price && (
            <PlanCard
              key={plan.id ?? plan.title}
              plan={plan}
              price={price}
              to={registerPath(wish, query)}
              columns={columns}
            />
          )
        );
      })}
    </ul>
  );
}
