import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { type ProductServer, startServer } from './server.ts';

export { expect };

type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
};

type Fixtures = {
  /** Waits for an email to an address, with such a subject if one is given, and returns the newest one. */
  mailTo: (address: string, subject?: RegExp) => Promise<Mail>;
  /** Attaches the server's output to a failed test. */
  serverOutput: void;
  /** Attaches what the pages requested and reported, in order, to a failed test. */
  browserLog: void;
  /** Closes what a test opened beside its page: forgotten pages would work on during the tests after it. */
  closedPages: void;
};

/** Playwright's `test` with its own server for each worker. */
export const test = base.extend<Fixtures, { server: ProductServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  mailTo: async ({ server }, use) => {
    await use(async (address, subject = /^/) => {
      const mails = async () => {
        const query = new URLSearchParams({ to: address });
        const answer = await fetch(`${server.url}/sandbox/mail.json?${query}`);
        return ((await answer.json()) as Mail[]).filter((mail) => subject.test(mail.subject));
      };
      const options = { message: `mail to ${address}`, intervals: [50, 100] };
      await expect.poll(mails, options).not.toHaveLength(0);
      const [newest] = await mails();
      if (!newest) throw new Error(`No email to ${address}`);
      return newest;
    });
  },
  serverOutput: [
    async ({ server }, use, testInfo) => {
      const before = server.output().length;
      await use();
      const printed = server.output().slice(before);
      if (testInfo.status === testInfo.expectedStatus || printed === '') return;
      await testInfo.attach('server output', { body: printed });
    },
    { auto: true },
  ],
  browserLog: [
    async ({ context }, use, testInfo) => {
      const lines: string[] = [];
      const add = (line: string) => void lines.push(`${new Date().toISOString()} ${line}`);
      context.on('request', (request) => add(`> ${request.method()} ${request.url()}`));
      context.on('response', (response) => add(`< ${response.status()} ${response.url()}`));
      context.on('requestfailed', (request) =>
        add(`! ${request.url()} ${request.failure()?.errorText}`),
      );
      context.on('console', (message) => add(`console ${message.text()}`));
      context.on('weberror', (error) => add(`error ${error.error().message}`));
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      await writeFile(testInfo.outputPath('browser-log.txt'), lines.slice(-60).join('\n'));
    },
    { auto: true },
  ],
  closedPages: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
