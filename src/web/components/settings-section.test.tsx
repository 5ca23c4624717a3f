import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { allTexts } from '#locales/translate.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { KitTextsProvider } from '#web/ui/kit-texts.tsx';
import { Table } from '#web/ui/table.tsx';
import { SettingsSection } from './settings-section.tsx';

const rows = ['PETR4'];
const shared = {
  caption: 'Sign-ins',
  columns: [{ key: 'name', header: 'Name', render: (row: string) => row }],
  rowKey: (row: string) => row,
  empty: null,
  rows,
};

test.each([
  ['list', <Table key="list" {...shared} />],
  ['data table', <DataTable key="table" {...shared} />],
])(
  'a %s in a section of the same title is no second landmark of that name (R-APP-11)',
  (_, table) => {
    const Page = createRoutesStub([
      {
        path: '/',
        Component: () => (
          <SettingsSection title={shared.caption} text="">
            {table}
          </SettingsSection>
        ),
      },
    ]);
    const html = renderToString(
      <KitTextsProvider texts={allTexts['en-US'].common.kit}>
        <Page />
      </KitTextsProvider>,
    );
    expect(html.match(/<section|role="region"/g)).toEqual(['<section']);
    // By keyboard it can still be reached and scrolled, and has a name there.
    expect(html).toMatch(/<div role="group" aria-label="Sign-ins" tabindex="0"/i);
  },
);
