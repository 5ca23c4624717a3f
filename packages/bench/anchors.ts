import { readFileSync } from 'node:fs';
import type { LoadTarget } from './load.ts';
import { get, loadOn } from './requests.ts';

const form =
  /^(?<workload>[^:]+):(?<name>[^=]+)=(?<url>https?:\/\/[^,]+),(?<pid>\d+)(?:,(?<file>.+))?$/;

/** Returns the headers of a visitor, with the cookies in a file as a browser sends them: `name=value; other=value`. */
const headersWith = (file: string | undefined) => ({
  accept: 'text/html,application/json',
  'accept-encoding': 'gzip',
  ...(file !== undefined && { cookie: readFileSync(file, 'utf8').trim() }),
});

/**
 * Returns the servers of other products that a workload also measures, from `BENCH_ANCHOR`: entries of the form
 * `<workload>:<name>=<url>,<process id>[,<file of cookies>]`, separated by semicolons. Throws for one of another form.
 */
export const anchorsOf = (workload: string, list: string | undefined): LoadTarget[] =>
  (list ?? '')
    .split(';')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const found = form.exec(entry.trim())?.groups;
      if (!found) throw new Error(`BENCH_ANCHOR has "${entry}", which has another form`);
      return found;
    })
    .filter((found) => found['workload'] === workload)
    .map(({ name = '', url = '', pid, file }) => {
      const { origin, pathname, search } = new URL(url);
      return loadOn({ origin, pid: Number(pid) })(name, get(pathname + search, headersWith(file)));
    });
