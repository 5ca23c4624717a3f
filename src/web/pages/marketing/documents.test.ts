import { expect, test } from 'vitest';
import { releasesOf } from './changelog/releases.ts';
import { changeLog, performanceReport } from './documents.ts';
import { measuredFigures } from './status/measured-figures.ts';

test('the releases of the change log have a date and entries, without those for operators (R-SITE-15)', () => {
  const releases = releasesOf(changeLog);
  expect(releases.at(-1)).toMatchObject({ version: '0.1.0', date: '2026-11-29' });
  for (const { sections } of releases) {
    expect(sections.map(({ title }) => title)).not.toContain('Upgrade');
    for (const entry of sections.flatMap(({ entries }) => entries)) {
      expect(entry).toMatch(/^[^\n[\]]{10,}\.$/);
    }
  }
});

test('releases are read in order; what is not released is left out', () => {
  const text = `# Change log

## Unreleased

- Soon.

## 1.1.0 (2027-02-03)

Two lines
of text.

### Fixed

- One entry in
  two lines, with a [link](docs/a.md) and \`code\`.
- Another.

## 1.0.0 (2027-01-01)

### Upgrade

- Not for readers.
`;
  expect(releasesOf(text)).toEqual([
    {
      version: '1.1.0',
      date: '2027-02-03',
      text: 'Two lines of text.',
      sections: [
        {
          title: 'Fixed',
          entries: ['One entry in two lines, with a link and `code`.', 'Another.'],
        },
      ],
    },
    { version: '1.0.0', date: '2027-01-01', text: '', sections: [] },
  ]);
});

test('the figures are those that the bench wrote into its document (R-SITE-14)', () => {
  const measured = measuredFigures(performanceReport);
  expect(measured?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(measured?.figures.map(({ name }) => name)).toContain('lighthouse');
});

test('a figure is left out if one of its rows missed the goal', () => {
  const rowOf = (page: string, points: number, verdict: string) =>
    `| P12 ${page} | Lighthouse, seo | ${points} points | ≥ 97 points | ${verdict} |\n`;
  const head = 'Measured on 2026-11-28 at 998b76ad: full.\n\n';
  expect(
    measuredFigures(head + rowOf('/product', 100, 'pass') + rowOf('/blog', 98, 'pass'))?.figures,
  ).toEqual([{ name: 'lighthouse', value: 98 }]);
  expect(
    measuredFigures(head + rowOf('/product', 100, 'pass') + rowOf('/blog', 90, 'MISSED'))?.figures,
  ).toEqual([]);
  expect(measuredFigures('')).toBeNull();
});
