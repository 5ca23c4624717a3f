import { chartPaths, scaleOf } from './paths.ts';
import { orderCost, sessionAt, type Market, type TradingSession } from './session.ts';

/** Distances of the stop to try, in points: those that gain in one market lose in the other. */
export const distances = { min: 80, max: 240, step: 10, initial: 150 };

/** Returns one scale for all distances, so that the candles stay where they are. */
export function demoScale(market: Market) {
  const tried: TradingSession[] = [];
  for (let distance = distances.min; distance <= distances.max; distance += distances.step) {
    tried.push(sessionAt(market, distance));
  }
  const [{ candles } = sessionAt(market, distances.initial)] = tried;
  return scaleOf({ candles, stops: tried.flatMap(({ stops }) => stops) });
}

/** Returns the figures of a session as texts: number of orders, costs and balance in points. */
export function demoFigures({ orders }: TradingSession, locale: string) {
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const balance = orders.reduce((sum, { points }) => sum + points, 0);
  const print = (points: number) => signed.format(points).replace('-', '\u2212');
  return {
    orders: String(orders.length),
    costs: print(-orders.length * orderCost),
    balance: print(balance),
  };
}

const isMarket = (value: string | undefined): value is Market =>
  value === 'trending' || value === 'sideways';

/**
 * Redraws the demonstration after a change of its controls. It works on the DOM, because the page has
 * no React in the browser.
 */
export function updateRuleDemo(demo: HTMLElement) {
  const valueOf = (selector: string) => demo.querySelector<HTMLInputElement>(selector)?.value;
  const market = valueOf('input[type=radio]:checked');
  if (!isMarket(market)) return;
  const distance = Number(valueOf('input[type=range]'));
  const session = sessionAt(market, distance);
  for (const [name, path] of Object.entries(chartPaths(session, demoScale(market)))) {
    demo.querySelector(`[data-path=${name}]`)?.setAttribute('d', path);
  }
  const figures = demoFigures(session, document.documentElement.lang);
  for (const [name, text] of Object.entries({ ...figures, distance: String(distance) })) {
    const shown = demo.querySelector(`[data-figure=${name}]`);
    if (shown && shown.textContent !== text) shown.textContent = text;
  }
  // The numbered marks explain the initial state only.
  demo.toggleAttribute('data-changed', market !== 'trending' || distance !== distances.initial);
}
