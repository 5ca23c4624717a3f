/** Renders the guides that the product page offers from `docs/guide` (`node tools/guides.ts`). */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { marked } from 'marked';
import { chromiumPath } from './browser.ts';
import { root } from './files.ts';

const editions = [
  { name: 'pt-BR', about: 'Guia do usuário · edição em português' },
  { name: 'en-US', about: 'User guide · English edition' },
] as const;

const read = (path: string) => readFile(join(root, path));
const fileOf = (name: string) => join(root, `src/web/public/downloads/pregao-guide-${name}.pdf`);

/** Title graphic: the robot's stop loss as steps. */
const steps =
  '<svg viewBox="0 0 640 150"><path d="M0 132H70V118H150V104H210V88H300V70H360V54H430M430 16H500V32H560V48H640" fill="none" stroke="#c8262c" stroke-width="4" stroke-linejoin="round"/><circle cx="430" cy="16" r="7" fill="#fff" stroke="#c8262c" stroke-width="4"/></svg>';

const css = `
  @page { size: A4; margin: 22mm 20mm 24mm; }
  body { font: 10.5pt/1.6 'Instrument Sans'; color: #1b1d22; margin: 0; }
  header { padding-bottom: 10mm; border-bottom: 1px solid #d6d8de; }
  header p { margin: 0; color: #565b66; font-size: 10pt; }
  header svg { display: block; width: 100%; margin-top: 14mm; }
  h1 { font-size: 34pt; line-height: 1.05; letter-spacing: -0.035em; font-weight: 600; margin: 8mm 0 4mm; }
  h2 { font-size: 19pt; line-height: 1.15; letter-spacing: -0.025em; font-weight: 600; margin: 13mm 0 3mm; break-after: avoid; }
  h3 { font-size: 12.5pt; font-weight: 600; margin: 8mm 0 2mm; break-after: avoid; }
  p, ul, ol { margin: 0 0 3.5mm; orphans: 3; widows: 3; }
  ul, ol { padding-left: 6mm; }
  li { margin-bottom: 1.5mm; break-inside: avoid; }
  ::marker { color: #c8262c; font-weight: 600; }
  table { width: 100%; border-collapse: collapse; margin: 4mm 0 5mm; font-variant-numeric: tabular-nums; break-inside: avoid; }
  th { text-align: left; font-weight: 500; color: #565b66; }
  th, td { padding: 2.2mm 4mm 2.2mm 0; border-bottom: 1px solid #d6d8de; vertical-align: top; }
  td:empty { min-width: 32mm; width: 32mm; border-bottom: 1.5px solid #1b1d22; }
`;

const pageOf = async ({ name, about }: (typeof editions)[number]) => {
  const text = await read(`docs/guide/${name}.md`);
  const font = await read('src/web/theme/fonts/instrument-sans-latin.woff2');
  const html = await marked.parse(text.toString());
  const title = /^# (.*)/.exec(text.toString())?.[1] ?? '';
  return `<!doctype html><html lang="${name}"><head><title>${title}</title><style>
    @font-face { font-family: 'Instrument Sans'; font-weight: 400 700;
      src: url(data:font/woff2;base64,${font.toString('base64')}); }
    ${css}</style></head>
    <body><header><p>Pregão · ${about}</p>${steps}</header>${html}</body></html>`;
};

const browser = await chromium.launch(await chromiumPath());
try {
  for (const edition of editions) {
    const page = await browser.newPage();
    await page.setContent(await pageOf(edition));
    await page.evaluate('document.fonts.ready');
    await page.pdf({
      path: fileOf(edition.name),
      preferCSSPageSize: true,
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate:
        '<div style="width:100%;padding:0 20mm;font:8pt sans-serif;color:#565b66;text-align:right"><span class="pageNumber"></span></div>',
    });
    await page.close();
  }
} finally {
  await browser.close();
}

const sizes = await Promise.all(
  editions.map(async ({ name }) => `'${name}': ${(await stat(fileOf(name))).size}`),
);
await writeFile(
  join(root, 'src/web/pages/marketing/product/guides.ts'),
  [
    '/** How large the guides are, in bytes. Written by `tools/guides.ts` together with the files. */',
    `export const guideBytes = { ${sizes.join(', ')} };`,
    '',
  ].join('\n'),
);
