import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { root } from '#server/platform/root.ts';

const theme = (file: string) => readFile(join(root, 'src/web/theme', file));

/**
 * Returns the page of the API reference: Scalar below a header with the product's logo, the ways back
 * and the theme toggle. It needs the sources of the web pages, so it is made at build time.
 */
export async function renderReferencePage(locale: Locale, scriptPath: string) {
  const [tokens, colors, font] = await Promise.all(
    ['tokens.css', 'colors.css', 'fonts/instrument-sans-latin.woff2'].map(theme),
  );
  const fontFace = `@font-face { font-family: 'Instrument Sans'; font-weight: 400 700; \
src: url(data:font/woff2;base64,${font?.toString('base64')}) format('woff2') }`;
  const t = translate.bind(null, locale);
  // The reference itself is in English; only the header is in the visitor's language.
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${t('common.product')}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${fontFace}${String(colors)}${String(tokens)}${styles}</style>
<script>${themeScript}</script>
</head>
<body>
<header lang="${locale}" class="bar">
<a class="brand" href="/">${logo}<span>${t('common.product')}</span></a>
<p>${t('site.reference.title')}</p>
<nav aria-label="${t('site.nav.label')}">
<a href="/">${t('site.reference.home')}</a>
<a href="/app/dashboard">${t('site.reference.app')}</a>
</nav>
<button type="button" class="toggle" data-to="light" aria-label="${t('common.theme.toLight')}">${icon(sun)}</button>
<button type="button" class="toggle" data-to="dark" aria-label="${t('common.theme.toDark')}">${icon(moon)}</button>
</header>
<div id="app"></div>
<noscript><p class="plain"><a href="/api/openapi.json">OpenAPI</a></p></noscript>
<script src="${scriptPath}"></script>
<script>${startScript}</script>
</body>
</html>
`;
}

const configuration = {
  url: '/api/openapi.json',
  hideClientButton: true,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
};

/** Applies the theme of the site's cookie before the first paint, and tells Scalar through its storage. */
const themeScript = `
const rootElement = document.documentElement
function readTheme() {
  const [theme, color] = (document.cookie.match(/(?:^|;\\s*)theme=([^;]*)/)?.[1] || 'dark.red').split('.')
  return { theme, color }
}
function applyTheme({ theme, color }) {
  Object.assign(rootElement.dataset, { theme, color })
  const isLight = theme === 'light' ||
    theme === 'dynamic' && matchMedia('(prefers-color-scheme: light)').matches
  rootElement.dataset.shade = isLight ? 'light' : 'dark'
  document.body?.classList.toggle('light-mode', isLight)
  document.body?.classList.toggle('dark-mode', !isLight)
  localStorage.setItem('colorMode', rootElement.dataset.shade)
}
applyTheme(readTheme())
`;

const startScript = `
Scalar.createApiReference('#app', ${JSON.stringify(configuration)})
addEventListener('click', ({ target }) => {
  const theme = target.closest('[data-to]')?.dataset.to
  if (!theme) return
  const chosen = { ...readTheme(), theme }
  document.cookie = 'theme=' + theme + '.' + chosen.color + '; Path=/; Max-Age=31536000; SameSite=Lax'
  applyTheme(chosen)
  document.querySelector('.toggle:not([data-to=' + theme + '])').focus()
})
addEventListener('pageshow', () => applyTheme(readTheme()))
`;

/** The logo of `web/components/brand.tsx`. */
const logo = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--accent)"/>\
<g fill="var(--on-accent)"><path d="M9 12v12M16 7v13M23 9v13" stroke="var(--on-accent)" stroke-width="1.5" stroke-linecap="round"/>\
<rect x="7" y="15" width="4" height="6" rx="1"/><rect x="14" y="10" width="4" height="7" rx="1"/><rect x="21" y="12" width="4" height="7" rx="1"/></g></svg>`;

const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
const sun =
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/>';
const moon = '<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472 6 6 0 0 0 9.473 9.472"/>';

/**
 * Gives Scalar the product's colors and font. Its first screen is as high as the window: sections that
 * load later would otherwise move into view (CLS 0.19).
 */
const styles = `
body { margin: 0 }
html .light-mode, html .dark-mode {
  --scalar-custom-header-height: 56px;
  --scalar-font: 'Instrument Sans', ui-sans-serif, system-ui, sans-serif;
  --scalar-background-1: var(--surface);
  --scalar-background-2: var(--sunken);
  --scalar-background-3: var(--line);
  --scalar-background-accent: var(--accent-soft);
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--muted);
  --scalar-color-3: var(--muted);
  --scalar-color-accent: var(--accent-ink);
  --scalar-color-green: var(--success-ink);
  --scalar-color-red: var(--danger-ink);
  --scalar-color-yellow: var(--warning-ink);
  --scalar-color-orange: var(--warning-ink);
  --scalar-color-blue: var(--info-ink);
  --scalar-color-purple: var(--chart-4);
  --scalar-border-color: var(--line);
  --scalar-button-1: var(--accent);
  --scalar-button-1-color: var(--on-accent);
  --scalar-button-1-hover: var(--accent-hover);
  --scalar-sidebar-background-1: var(--canvas);
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--muted);
  --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-search-background: var(--field);
  --scalar-sidebar-search-border-color: var(--line);
  --scalar-sidebar-search-color: var(--muted);
  --scalar-sidebar-item-hover-background: var(--sunken);
  --scalar-sidebar-item-hover-color: var(--ink);
  --scalar-sidebar-item-active-background: var(--accent-soft);
  --scalar-sidebar-color-active: var(--accent-ink);
}
.t-doc__sidebar button { min-width: 24px; min-height: 24px }
.introduction-section { min-height: calc(100vh - 57px) }
.bar {
  position: sticky; top: 0; z-index: 100; box-sizing: border-box; height: 56px;
  display: flex; align-items: center; gap: 12px; padding: 0 16px;
  border-bottom: 1px solid var(--line); background: var(--canvas); color: var(--muted);
  font: 500 14px/1 'Instrument Sans', ui-sans-serif, system-ui, sans-serif;
}
.bar a, .bar button { border-radius: 8px; color: inherit; text-decoration: none }
.bar a:hover, .bar button:hover { color: var(--ink) }
.bar :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.brand { display: flex; align-items: center; gap: 10px; font-size: 18px; font-weight: 600; letter-spacing: -.02em }
.bar .brand { color: var(--ink) }
.brand svg { width: 32px; height: 32px }
.bar p { margin: 0; padding-left: 12px; border-left: 1px solid var(--line); line-height: 24px; white-space: nowrap }
.bar nav { display: flex; gap: 4px; margin-left: auto; white-space: nowrap }
.bar nav a { padding: 11px 10px }
.toggle { display: grid; place-items: center; width: 36px; height: 36px; padding: 0; border: 0; background: none; cursor: pointer }
.toggle:hover { background: var(--sunken) }
.toggle svg { width: 18px; height: 18px }
[data-shade=light] [data-to=light], [data-shade=dark] [data-to=dark] { display: none }
.plain { padding: 16px; font-family: system-ui, sans-serif }
.plain a { color: var(--accent-ink) }
@media (width < 640px) {
  .bar { gap: 8px; padding: 0 12px }
  .bar p, .brand span { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
}
`;
