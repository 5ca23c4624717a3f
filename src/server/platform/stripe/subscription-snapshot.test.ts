import { expect, test } from 'vitest';
import { type ProviderSubscription, toTenantProductRow } from './subscription-snapshot.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const snapshot: ProviderSubscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'trialing',
  priceServiceId: 'price_1',
  quantity: 1,
  itemId: 'si_1',
  latestInvoice: 'in_1',
  pausedAt: null,
  collectionPaused: false,
  collectionResumesAt: null,
  sendsInvoices: false,
  changePending: false,
  lacksPlace: false,
  metadata: {},
  startedAt: at(1),
  currency: 'usd',
  isDiscounted: false,
  trialEnd: at(15),
  currentPeriodStart: null,
  currentPeriodEnd: at(15),
  cancelAt: null,
  cancelsAtPeriodEnd: false,
  canceledAt: null,
  cancellationAnswer: { reason: null, comment: null },
  endedAt: null,
};

test('a row has the start of its subscription and the end of its trial', () => {
  expect(toTenantProductRow(snapshot)).toEqual({
    service_id: 'sub_1',
    status: 'trialing',
    trial_ends: at(15),
    start_date: at(1),
    end_date: null,
    canceled_at: null,
    granted: false,
  });
});

test('a scheduled cancellation sets the end date, and an ended subscription its actual end', () => {
  const announced = { ...snapshot, cancelAt: at(15), canceledAt: at(3) };
  expect(toTenantProductRow(announced)).toMatchObject({
    status: 'trialing',
    end_date: at(15),
    canceled_at: at(3),
  });
  const ended = { ...snapshot, status: 'canceled', canceledAt: at(3), endedAt: at(4) };
  expect(toTenantProductRow(ended)).toMatchObject({ status: 'canceled', end_date: at(4) });
});

test('the end of a grant is no cancellation, an earlier end is one (R-SUP-10)', () => {
  const metadata = {
    grantId: '1',
    grantPrice: 'price_1',
    grantEnds: String(at(15).getTime() / 1_000),
  };
  const granted = { ...snapshot, priceServiceId: 'price_1', metadata, canceledAt: at(3) };
  const canceledAt = (ends: object) => toTenantProductRow({ ...granted, ...ends }).canceled_at;
  expect(canceledAt({ cancelAt: at(15) })).toBeNull();
  expect(canceledAt({ cancelAt: at(15), endedAt: at(15) })).toBeNull();
  expect(canceledAt({ cancelAt: at(8) })).toEqual(at(3));
  expect(canceledAt({ endedAt: at(4) })).toEqual(at(3));
  expect(canceledAt({ cancelAt: at(15), priceServiceId: 'price_2' })).toEqual(at(3));
});

test.each([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'paused'],
  ['canceled', 'canceled'],
  ['incomplete', 'canceled'],
  ['incomplete_expired', 'canceled'],
  ['an unknown status', 'past_due'],
])('a subscription with status %s gets the row status %s', (status, granted) => {
  expect(toTenantProductRow({ ...snapshot, status }).status).toBe(granted);
});
