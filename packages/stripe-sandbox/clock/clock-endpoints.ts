import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import { timestampParam, required, stringParam } from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { TestClock } from '#sandbox/stripe/store/types.ts';

const url = '/v1/test_helpers/test_clocks';

/** Lifetime of a test clock at Stripe, in seconds. */
const lifetime = 30 * 86_400;

/**
 * Stripe's test clocks. The sandbox has one clock for everything: each test clock shows it, and
 * advancing one advances it and applies everything that becomes due.
 */
export const testClockEndpoints = [
  defineEndpoint('POST', url, {
    params: { frozen_time: required(timestampParam), name: stringParam },
    async run({ objects, params }) {
      const { frozen_time, name = null } = params;
      requestAdvance(objects, frozen_time, objects.now);
      const clock: TestClock = {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: objects.now,
        deletes_after: objects.now + lifetime,
        frozen_time,
        livemode: false,
        name,
        status: 'ready',
        status_details: {},
      };
      await objects.create('test_helpers.test_clock.created', clock);
      return clock;
    },
  }),

  defineEndpoint('GET', url, {
    params: paginationParams,
    run: ({ objects, params }) =>
      listPage(objects, { kind: 'test_helpers.test_clock', url, filter: {} }, params),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('test_helpers.test_clock', id),
  }),

  defineEndpoint('POST', `${url}/:id/advance`, {
    params: { frozen_time: required(timestampParam) },
    async run({ objects, params: { frozen_time }, id }) {
      const previous = await objects.get('test_helpers.test_clock', id);
      requestAdvance(objects, frozen_time, Math.max(objects.now, previous.frozen_time + 1));
      const updated: TestClock = { ...previous, frozen_time };
      await objects.saveWithoutEvent(updated);
      await objects.recordEvent('test_helpers.test_clock.ready', updated);
      return updated;
    },
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const clock = await objects.get('test_helpers.test_clock', id);
      await objects.remove('test_helpers.test_clock.deleted', clock);
      return { id, object: 'test_helpers.test_clock', deleted: true };
    },
  }),
];

/** Moves the clock once the request is done. Throws for a time before the earliest one. */
function requestAdvance(objects: ObjectRepository, time: number, earliest: number) {
  if (time < earliest) {
    throw invalidRequest(
      `The frozen time must be ${earliest} or later: the sandbox's clock cannot go back.`,
      'frozen_time',
    );
  }
  objects.advanceClockTo = time;
}
