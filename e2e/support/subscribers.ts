import type { Page } from '@playwright/test';
import { test as base, billingPath, subscriptionPanel, testCardNumbers } from './billing.ts';
import { expect } from './fixtures.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  defaultPriceId,
  restoreSession,
  type TestUser,
} from './users.ts';

/** Returns the token of a card of the sandbox. */
export async function createCard(origin: string, number = testCardNumbers.pays): Promise<string> {
  const body = { number, expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  return (await apiClientAt(origin).subscriptions.createCardToken({ body })).id;
}

/** Creates an organization that pays for a plan by card, without a browser. */
async function subscribe(origin: string, title: string): Promise<TestUser> {
  const [owner, subscriptionPriceId, subscriptionCardToken] = await Promise.all([
    createVerifiedOwner(origin, 'Starter'),
    defaultPriceId(origin, title),
    createCard(origin),
  ]);
  await owner.api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
  return owner;
}

type Fixtures = {
  /** Ends the subscription of an organization after the test, and returns its owner. */
  endAfterTest: (owner: TestUser) => TestUser;
  /** Creates an organization that pays for a plan until the end of the test. */
  createSubscriber: (title?: string) => Promise<TestUser>;
};

/**
 * Playwright's `test` for billing, whose subscriptions end with the test: later ones move the clock of the same
 * server, which takes longer with each renewal.
 */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
  endAfterTest: async ({}, provide) => {
    const owners: TestUser[] = [];
    await provide((owner) => {
      owners.push(owner);
      return owner;
    });
    await Promise.allSettled(
      owners.map(({ api }) => api.subscriptions.cancel({ body: { atPeriodEnd: false } })),
    );
  },
  createSubscriber: async ({ server, endAfterTest }, provide) => {
    await provide(async (title = 'Mesa') => endAfterTest(await subscribe(server.url, title)));
  },
});

/** Opens the subscription page of an organization, whose plan is named. */
export async function openSubscription(page: Page, owner: TestUser, title = 'Mesa') {
  await restoreSession(page, owner);
  await page.goto(billingPath);
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText(title);
}
