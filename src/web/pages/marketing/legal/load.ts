import type { RouterContextProvider } from 'react-router';
import { Failure } from '#contract/errors.ts';
import type { LegalKind } from '#contract/legal.ts';
import { loadOrAbsent } from '#web/pages/marketing/blog/load.ts';
import { visitorContext } from '#web/session/visitor.ts';

type Args = { context: Readonly<RouterContextProvider>; params: { version?: string | undefined } };

/** Loads a legal text in the visitor's language, or reports that it has no such version. */
export function loadLegalText(kind: LegalKind, { context, params: { version } }: Args) {
  const { api, locale } = context.get(visitorContext);
  const isNumber = version === undefined || /^\d{1,9}$/.test(version);
  if (!isNumber) return loadOrAbsent(Promise.reject(new Failure('notFound')));
  const query = { language: locale, ...(version !== undefined && { version: Number(version) }) };
  return loadOrAbsent(api.legal.get({ params: { kind }, query }));
}

/** Lets shared caches keep the texts for 5 seconds, so that a new version appears soon. */
export const headers = () => ({ 'Cache-Control': 's-maxage=5' });
