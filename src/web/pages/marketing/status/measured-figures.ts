type Row = { goal: string; what: string; measured: string };

/** Figures that the site names, each with the rows of the bench that it sums up, and how. */
const figures = {
  lighthouse: { goal: /^P12 \/(product|pricing|blog)$/, what: /^Lighthouse, /, of: Math.min },
  interaction: { goal: /^P13 INP/, what: /longest interaction$/, of: Math.max },
  requests: { goal: /^P12 \/product$/, what: /^requests$/, of: Math.max },
  manyRows: { goal: /^P7 many rows$/, what: /page: p50/, of: Math.max },
} as const;

export type FigureName = keyof typeof figures;
export type MeasuredFigures = {
  /** Day of the measurement. */
  date: string;
  figures: { name: FigureName; value: number }[];
} | null;

/** Returns the rows of the table whose goal was met. */
const passedRows = (document: string): Row[] =>
  [...document.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]+ \| pass +\|$/gm)].map(
    ([, goal = '', what = '', measured = '']) => ({
      goal: goal.trim(),
      what: what.trim(),
      measured: measured.trim(),
    }),
  );

/**
 * Returns the figures that the bench wrote into docs/performance.md, which is their only source; one that missed its
 * goal is left out (R-SITE-14).
 */
export function measuredFigures(document: string): MeasuredFigures {
  const date = /^Measured on (\d{4}-\d\d-\d\d) at /m.exec(document)?.[1];
  if (date === undefined) return null;
  const rows = passedRows(document);
  const missed = [...document.matchAll(/^\| ([^|]+) \| ([^|]+) \|.* MISSED +\|$/gm)];
  const found = Object.entries(figures).flatMap(([name, { goal, what, of }]) => {
    const isOf = (ofGoal: string, ofWhat: string) => goal.test(ofGoal) && what.test(ofWhat);
    if (missed.some(([, ofGoal = '', ofWhat = '']) => isOf(ofGoal.trim(), ofWhat.trim())))
      return [];
    const values = rows
      .filter((row) => isOf(row.goal, row.what))
      .map(({ measured }) => Number.parseFloat(measured));
    return values.length > 0 ? [{ name: name as FigureName, value: of(...values) }] : [];
  });
  return { date, figures: found };
}
