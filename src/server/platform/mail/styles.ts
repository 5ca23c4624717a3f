/** Colors of the light theme (web/theme/tokens.css); inline, for clients that drop style sheets. */
export const light = {
  page: '#f4f6f9',
  card: '#ffffff',
  line: '#dde0e4',
  text: '#15181e',
  quiet: '#575b62',
};

const dark = {
  page: '#0d0f14',
  card: '#15181e',
  line: '#2e3239',
  text: '#f2f3f5',
  quiet: '#aaaeb6',
};

/** Style sheet for clients with a dark mode; others show the light colors or invert them themselves. */
export const darkModeStyles = `@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
}`;

export const fontStyle =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif";
