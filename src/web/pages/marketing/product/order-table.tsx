import { clsx } from 'clsx';
import type { ProductTexts } from '#locales/texts.ts';
import type { SessionOrder } from '#web/components/drawing/session.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  title: string;
  texts: ProductTexts['risk']['orders'];
  orders: readonly SessionOrder[];
  balance: number;
};

/** Lists the orders of a session with their results. */
export function OrderTable({ title, texts, orders, balance }: Props) {
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
export function Signed({ value }: { value: number }) {
  const signed = new Intl.NumberFormat(useTranslation().locale, { signDisplay: 'always' });
  return (
    <span className={clsx(value < 0 ? 'text-danger-ink' : 'text-success-ink')}>
      {signed.format(value).replace('-', '\u2212')}
    </span>
  );
}
