import { renderToReadableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { currencyOfLocale } from '#contract/money.ts';
import type { Locale } from '#locales/locales.ts';
import { everyTranslation } from '#locales/translate.ts';
import { siteContext, type Site } from '#web/layouts/marketing-site.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import { createLanguage } from '#web/session/language.ts';
import { areasOf } from '#web/session/page-texts.ts';
import { choicesOf, languageAsked, visitorContext, type Visitor } from '#web/session/visitor.ts';

/** The server asks for pages with the React Router that they are made with: there is no other. */
export { createRequestHandler, RouterContextProvider } from 'react-router';

const languages = new Map<Locale, ReturnType<typeof createLanguage>>();
const languageOf = (locale: Locale) => {
  const language = languages.get(locale) ?? createLanguage(locale, everyTranslation);
  languages.set(locale, language);
  return language;
};

type Given = Omit<Visitor, keyof ReturnType<typeof choicesOf>> & { site: Site };

/** Tells a request's context who visits what. The server calls it: the keys of both live in here. */
export const visit = (
  context: RouterContextProvider,
  request: Request,
  { site, ...given }: Given,
) => {
  const { pathname, search } = new URL(request.url);
  const choices = choicesOf(request.headers.get('cookie') ?? '', pathname);
  const locale = languageAsked(search);
  context.set(visitorContext, { ...choices, ...(locale && { locale, currency: null }), ...given });
  context.set(siteContext, site);
};

/** Names what a visitor chose: visitors with the same key see the same public pages. */
export const choicesKey = (cookies: string, path: string) =>
  JSON.stringify(choicesOf(cookies, path));

/** The sources with the texts that a page in a language needs: they are scripts of their own. */
export const textsOf = (locale: string, path: string) =>
  areasOf(path).map((area) => `src/locales/${locale}/${area}.ts`);

/** What loaders throw by mistake; a page for it is shown by the route's boundary. */
export const handleError = (
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) => {
  if (!request.signal.aborted) context.get(visitorContext).report(error);
};

type Page = {
  status: number;
  headers: Headers;
  router: EntryContext;
  visitor: Visitor;
};

const render = async (request: Request, { status, headers, router, visitor }: Page) => {
  const { locale, nonce, report } = visitor;
  const stream = await renderToReadableStream(
    <I18nextProvider i18n={languageOf(locale)}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </I18nextProvider>,
    { nonce, signal: request.signal, onError: report },
  );
  // Pages are small and shown whole: nothing in them waits for data once loaders are done.
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', locale);
  // Where a link in another language leads, the pages behind it are in that language, too.
  if (languageAsked(new URL(request.url).search)) {
    headers.append('Set-Cookie', lastingCookie('currency', currencyOfLocale(locale)));
    headers.append('Set-Cookie', lastingCookie('locale', locale));
  }
  return new Response(stream, { status, headers });
};

/** React Router's door: a matched, loaded page becomes a document. */
// oxlint-disable-next-line eslint/max-params -- the signature is React Router's
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  return render(request, { status, headers, router, visitor: context.get(visitorContext) });
}
