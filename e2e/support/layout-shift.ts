import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Observed = { layoutShifts: PerformanceObserver; layoutShift: number };

/** Adds up the layout shifts of every document that the page opens from now on. */
export const observeLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const observed = window as unknown as Observed;
    observed.layoutShift = 0;
    observed.layoutShifts = new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (!shift.hadRecentInput) observed.layoutShift += shift.value;
      }
    });
    observed.layoutShifts.observe({ type: 'layout-shift', buffered: true });
  });

/** Returns the sum of the layout shifts since the last call, which is at least their CLS. */
export const takeLayoutShift = (page: Page) =>
  page.evaluate(async () => {
    // The observer hears of a frame's shifts after that frame.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const observed = window as unknown as Observed;
    const sum = observed.layoutShift;
    observed.layoutShift = 0;
    return sum;
  });
