import { readFileSync } from 'node:fs';
import type { Target } from './load.ts';
import { asBrowser } from './servers.ts';
import { asking, get, type Workload } from './workload.ts';

/**
 * Adds external servers to a workload, as listed in `BENCH_ANCHOR`, separated by blanks:
 * `list:next=http://127.0.0.1:3001/activity,cookies.txt`. The file holds the `cookie` header.
 */
export function withAnchors(
  workload: Workload,
  named = process.env['BENCH_ANCHOR'] ?? '',
): Workload {
  const anchors = named.split(/\s+/).flatMap((anchor): Target[] => {
    const [, of, name = '', address = '', cookies] =
      /^([^:]+):([^=]+)=(https?:[^,]+)(?:,(.+))?$/.exec(anchor) ?? [];
    if (of !== workload.name) return [];
    const { origin, pathname, search } = new URL(address);
    const cookie = cookies && { cookie: readFileSync(cookies, 'utf8').trim() };
    const asked = get(pathname + search, { ...asBrowser, ...cookie });
    return [{ name, server: { origin, pid: null }, ask: asking(asked) }];
  });
  return { ...workload, targets: [...workload.targets, ...anchors] };
}
