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

async function pageOf({ name, about }: (typeof editions)[number]) {
  const text = await read(`docs/guide/${name}.md`);
  const font = await read('src/web/theme/fonts/instrument-sans-latin.woff2');
  const html = await marked.parse(text.toString());
  const title = /^# (.*)/.exec(text.toString())?.[1] ?? '';
  return `<!doctype html><html lang="${name}"><head><title>${title}</title><style>
    @font-face { font-family: 'Instrument Sans'; font-weight: 400 700;
      src: url(data:font/woff2;base64,${font.toString('base64')}); }
    ${(await read('docs/guide/guide.css')).toString()}</style></head>
    <body><header><p>Pregão · ${about}</p>${steps}</header>${html}</body></html>`;
}

await using browser = await chromium.launch(await chromiumPath());
for (const edition of editions) {
  await using page = await browser.newPage();
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
