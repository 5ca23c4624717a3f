import { asMember } from './accounts.ts';
import type { Claim } from './goals.ts';
import type { Measure } from './load.ts';
import { memoryOf } from './meters.ts';
import type { Section } from './section.ts';
import { addMembers, sizes, type Size } from './seed.ts';
import { ask } from './servers.ts';
import type { Scene } from './stage.ts';
import { asking, get, targetsOf } from './workload.ts';
import { listPath } from './workloads/reads.ts';

const seconds = 6;

/**
 * Measures the only list without pages, an organization's members, at its largest (W8): its cost for the
 * server, and its effect on other requests.
 */
export async function measureWholeList(
  { place, product, measured, data }: Scene,
  measure: Measure,
  size: Size,
): Promise<Section> {
  const { tenant, tokens } = data.largest;
  const { largest } = sizes[size];
  await addMembers(place.ownerUrl, tenant, largest);
  const whole = get(`/api/TenantUsers/GetAll/${tenant}`, asMember(tenant, tokens[0] ?? ''));
  const others = targetsOf(product, 'list')(get(listPath, measured.headers), { connections: 4 });
  const alone = await measure(others, seconds / 2);
  const before = memoryOf(product.pid);
  const begin = performance.now();
  const { status, body } = await ask(`${product.origin}${whole.path}`, whole.headers);
  const once = performance.now() - begin;
  const rows = status === 200 ? (JSON.parse(body.toString()) as unknown[]).length : 0;
  const meanwhile = await measure({ ...others, beside: asking(whole, 1) }, seconds);
  const goal = 'P7 whole list';
  const claims: Claim[] = [
    { goal, what: 'rows that came', value: rows, limit: largest, unit: '', atLeast: true },
    {
      goal,
      what: 'memory above what it was',
      value: meanwhile.memory - before,
      limit: 64,
      unit: 'MiB',
    },
    {
      goal,
      what: 'p99 of others meanwhile, of alone',
      value: meanwhile.p99 / alone.p99,
      limit: 5,
      unit: 'times',
      timed: true,
    },
  ];
  return {
    title: `All ${largest.toLocaleString('en-US')} members of an organization at once`,
    claims,
    head: ['status', 's', 'MB', 'MiB above before', "others' p99 alone, ms", 'meanwhile'],
    rows: [
      [
        status,
        once / 1_000,
        body.length / 1e6,
        meanwhile.memory - before,
        alone.p99,
        meanwhile.p99,
      ],
    ],
  };
}
