import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { currencyOfLocale } from '#contract/money.ts';
import { frameAt } from '#locales/frames.ts';
import { translations } from '#locales/translate.ts';
import { siteContext, type Site } from '#web/layouts/marketing-site.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import { SiteScriptContext } from '#web/session/site-script-context.ts';
import { TranslationContext } from '#web/session/translation.ts';
import {
  parseVisitorChoices,
  requestedLocale,
  themeAtAddress,
  visitorContext,
  type Visitor,
} from '#web/session/visitor.ts';

/**
 * Exports the copy of React Router that the pages are built with: the server must use the same one.
 */
export { createRequestHandler, RouterContextProvider } from 'react-router';

type Given = Omit<Visitor, keyof ReturnType<typeof parseVisitorChoices>> & { site: Site };

/**
 * Stores the visitor in a request's context. The server calls it, because the context keys are in
 * this bundle.
 */
export function visit(context: RouterContextProvider, request: Request, { site, ...given }: Given) {
  const { pathname, search } = new URL(request.url);
  const cookies = request.headers.get('cookie') ?? '';
  const choices = parseVisitorChoices(cookies, pathname);
  const locale = requestedLocale(search);
  const { organization } = given;
  const theme = organization && themeAtAddress(organization, { cookies, pathname });
  context.set(visitorContext, {
    ...choices,
    ...(theme && { theme }),
    ...(locale && { locale, currency: null }),
    ...given,
  });
  context.set(siteContext, site);
}

/**
 * Returns a cache key of the visitor's choices: visitors with the same key see the same public
 * pages.
 */
export const choicesKey = (cookies: string, path: string) =>
  JSON.stringify(parseVisitorChoices(cookies, path));

/** Returns the module with the texts of a page in a language. */
export const textsOf = (locale: string, path: string) =>
  `src/web/session/text-files.ts?${frameAt(path)}/${locale}.ts`;

/** Logs unexpected errors of loaders; the route's boundary renders the page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted) context.get(visitorContext).report(error);
}

type Page = {
  status: number;
  headers: Headers;
  router: EntryContext;
  visitor: Visitor;
};

async function render(request: Request, { status, headers, router, visitor }: Page) {
  const { locale, nonce, report, siteScript } = visitor;
  const stream = await renderToReadableStream(
    <TranslationContext value={translations[locale]}>
      <SiteScriptContext value={siteScript}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </SiteScriptContext>
    </TranslationContext>,
    { nonce, signal: request.signal, onError: report },
  );
  // Pages are small and sent whole: no data is streamed after the loaders.
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', locale);
  // A language in the address becomes the visitor's choice, so that the next pages keep it.
  if (requestedLocale(new URL(request.url).search)) {
    headers.append('Set-Cookie', lastingCookie('currency', currencyOfLocale(locale)));
    headers.append('Set-Cookie', lastingCookie('locale', locale));
  }
  return new Response(stream, { status, headers });
}

/** Renders a matched and loaded page as a document; React Router calls it. */
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
