import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Returns the input that the browser has stored, each with its key, as JSON. */
export const storedInput = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('pregao');
    const store = await new Promise<IDBObjectStore>((resolve, reject) => {
      opened.addEventListener('success', () =>
        resolve(opened.result.transaction('input').objectStore('input')),
      );
      opened.addEventListener('error', () => reject(new Error('The input can’t be opened')));
    });
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => values.addEventListener('success', resolve));
    opened.result.close();
    return keys.result.map((key, index) => JSON.stringify([key, values.result[index]]));
  });

/** Waits until the browser has stored a draft with this text: it writes a moment after the input. */
export const expectKept = (page: Page, text: string) =>
  expect.poll(async () => (await storedInput(page)).join('\n')).toContain(text);
