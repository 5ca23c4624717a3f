import type { webhooks } from '#contract/webhooks/webhooks.ts';
import type { Examples } from './example.ts';

const fields = {
  url: 'https://hooks.example.com/pregao',
  description: 'Accounting',
  events: ['transaction.created' as const],
};

export const webhookExamples: Examples<typeof webhooks> = {
  record: {
    table: 'webhook_endpoints',
    row: (text) => ({
      url: `https://hooks.example.com/${text}`,
      description: text,
      // Nothing that the fixtures do: it would be sent.
      events: ['payment.failed'],
      signing_key: crypto.getRandomValues(new Uint8Array(64)),
    }),
  },
  calls: {
    get: { params: { id: 'record' } },
    create: {
      body: () => fields,
      audit: 'webhook.created',
      repeat: 'both endpoints get each event, and both are listed',
    },
    update: {
      params: { id: 'record' },
      body: () => ({ ...fields, description: 'Payroll', enabled: true }),
      audit: 'webhook.changed',
    },
    rotateKey: {
      params: { id: 'record' },
      body: () => ({ overlap: 24 }),
      audit: 'webhook.changed',
      repeat: 'the last key signs, and the one before it',
    },
    remove: { params: { id: 'record' }, audit: 'webhook.removed' },
    sendTest: {
      params: { id: 'record' },
      audit: { none: 'the list of deliveries shows it' },
      repeat: 'each test is sent',
    },
    getDeliveries: { params: { id: 'record' } },
    getDelivery: { params: { delivery: 'delivery' } },
    replay: {
      params: { delivery: 'delivery' },
      audit: { none: 'the list of deliveries shows it' },
      repeat: 'a waiting delivery stays as it is',
    },
    replayMany: {
      params: { id: 'record' },
      body: () => ({
        from: '2026-01-01T00:00:00.000Z',
        to: '2026-01-02T00:00:00.000Z',
        onlyFailed: true,
      }),
      audit: { none: 'the list of deliveries shows it' },
      repeat: 'waiting deliveries stay as they are',
    },
  },
};
