import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { moment, required, text } from './params.ts';
import type { TestClock } from './wire.ts';

const url = '/v1/test_helpers/test_clocks';

/** Lifetime of a test clock at Stripe, in seconds. */
const lifetime = 30 * 86_400;

/**
 * Stripe's test clocks. The sandbox has one clock for everything: each test clock shows it, and
 * advancing one advances it and applies everything that becomes due.
 */
export const testClocks = [
  endpoint('POST', url, {
    params: { frozen_time: required(moment), name: text },
    async run({ ledger, params }) {
      const { frozen_time, name = null } = params;
      moveTo(ledger, frozen_time, ledger.now);
      const clock: TestClock = {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: ledger.now,
        deletes_after: ledger.now + lifetime,
        frozen_time,
        livemode: false,
        name,
        status: 'ready',
        status_details: {},
      };
      await ledger.create('test_helpers.test_clock.created', clock);
      return clock;
    },
  }),

  endpoint('GET', url, {
    params: paging,
    run: ({ ledger, params }) =>
      listPage(ledger, { kind: 'test_helpers.test_clock', url, filter: {} }, params),
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('test_helpers.test_clock', id),
  }),

  endpoint('POST', `${url}/:id/advance`, {
    params: { frozen_time: required(moment) },
    async run({ ledger, params: { frozen_time }, id }) {
      const was = await ledger.get('test_helpers.test_clock', id);
      moveTo(ledger, frozen_time, Math.max(ledger.now, was.frozen_time + 1));
      const is: TestClock = { ...was, frozen_time };
      await ledger.save(is);
      await ledger.record('test_helpers.test_clock.ready', is);
      return is;
    },
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const clock = await ledger.get('test_helpers.test_clock', id);
      await ledger.remove('test_helpers.test_clock.deleted', clock);
      return { id, object: 'test_helpers.test_clock', deleted: true };
    },
  }),
];

/** Moves the clock once the request is done. Throws for a time before the earliest one. */
function moveTo(ledger: Ledger, time: number, earliest: number) {
  if (time < earliest) {
    throw invalidRequest(
      `The frozen time must be ${earliest} or later: the sandbox's clock cannot go back.`,
      'frozen_time',
    );
  }
  ledger.moveTimeTo = time;
}
