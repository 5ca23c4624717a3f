import type { Routes } from '#contract/api-client.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const pascal = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Returns the first part that most paths of a subject have. */
function headingOf(calls: Routes[string]) {
  const headings = Object.values(calls).map(({ path }) => path.split('/')[1] ?? '');
  const count = (heading: string) => headings.filter((each) => each === heading).length;
  return headings.toSorted((a, b) => count(b) - count(a))[0] ?? '';
}

/** Returns a path without what follows from the subject and the name of the call; `|` marks one that doesn't follow. */
function shorten(path: string, { heading, name }: { heading: string; name: string }) {
  const usual = `/${heading}/${pascal(name)}`;
  if (path === usual || path.startsWith(`${usual}/`)) return path.slice(usual.length);
  return path.startsWith(`/${heading}/`) ? `|${path.slice(heading.length + 2)}` : `|${path}`;
}

function printSubject([subject, calls]: [string, Routes[string]]) {
  const heading = headingOf(calls);
  const printed = Object.entries(calls).map(([name, { method = 'GET', path, ...is }]) => {
    const digit =
      methods.indexOf(method) + (is.list ? 4 : 0) + (is.paged ? 8 : 0) + (is.once ? 16 : 0);
    return `${digit.toString(32)}${name}${shorten(path, { heading, name })}`;
  });
  return `${subject} ${heading} ${printed.join(' ')}`;
}

/** Returns the module of the routes in a short form, as every page of React loads it. */
export const printRoutes = (routes: Routes) => `
const parse = (heading, call) => {
  const [, digit, name, bar, rest] = /^(.)(\\w+)(\\|?)(.*)$/.exec(call);
  const is = Number.parseInt(digit, 32);
  const own = bar ? rest : name[0].toUpperCase() + name.slice(1) + rest;
  const path = own[0] === '/' ? own : '/' + heading + '/' + own;
  return [name, { method: ${JSON.stringify(methods)}[is & 3], path, list: !!(is & 4), paged: !!(is & 8), once: !!(is & 16) }];
};
const routes = Object.fromEntries(
  ${JSON.stringify(Object.entries(routes).map(printSubject).join(';'))}.split(';').map((line) => {
    const [subject, heading, ...calls] = line.split(' ');
    return [subject, Object.fromEntries(calls.map((call) => parse(heading, call)))];
  }),
);
export { routes };`;
