import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { locales, type Locale } from '#locales/locales.ts';
import { allTexts, translations } from '#locales/translate.ts';
import { TranslationContext } from '#web/session/translation.ts';
import { DialogsProvider } from '#web/ui/dialogs/dialogs.tsx';
import { KitTextsProvider } from '#web/ui/kit-texts.tsx';
import Gallery from './index.tsx';

const Page = createRoutesStub([{ path: '/gallery', Component: Gallery }]);

const renderGallery = (locale: Locale, query: string) => {
  const { common } = allTexts[locale];
  return renderToString(
    <TranslationContext value={translations[locale]}>
      <KitTextsProvider texts={common.kit}>
        <DialogsProvider>
          <Page initialEntries={[`/gallery?${query}`]} />
        </DialogsProvider>
      </KitTextsProvider>
    </TranslationContext>,
  );
};

test.each(locales)(
  'renders every component of the kit on the server in %s (R-GEN-03)',
  (locale) => {
    const html = renderGallery(locale, `locale=${locale}`);
    expect(html.includes(allTexts[locale].common.kit.chooseFile)).toBe(true);
    expect(html.includes('undefined')).toBe(false);
  },
);

test('takes theme and color from the query, and falls back to the default for unknown ones (R-GEN-04)', () => {
  const look = (query: string) => /<div (data-theme.*?)>/.exec(renderGallery('en-US', query))?.[1];
  expect(look('theme=light&color=teal')).toBe('data-theme="light" data-color="teal"');
  expect(look('theme=none&color=teal')).toBe('data-theme="dark" data-color="teal"');
});

test('points every label and description at an existing element (R-APP-11)', () => {
  const html = renderGallery('en-US', '');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const uses = [
    ...html.matchAll(/ (?:for|aria-describedby|aria-labelledby|popoverTarget)="([^"]+)"/g),
  ];
  const missing = uses.flatMap(([, list = '']) => list.split(' ')).filter((id) => !ids.has(id));
  expect(uses.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});
