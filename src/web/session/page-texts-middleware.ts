import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { loadTexts } from './language.ts';

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** Loads the texts of a page with its code, before it is rendered. */
export const loadPageTexts: ClientMiddleware = async ({ request }, next) => {
  const [answer] = await Promise.all([next(), loadTexts(new URL(request.url).pathname)]);
  return answer;
};

/**
 * Does the same at the root, except for pages in a shell: their layout does, so that a failure shows
 * the error page inside the shell.
 */
export const loadPageTextsAtRoot: ClientMiddleware = (visit, next) =>
  /^\/(app|admin)(\/|$)/i.test(new URL(visit.request.url).pathname)
    ? next()
    : loadPageTexts(visit, next);
