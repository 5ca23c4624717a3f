import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeResumePath, storeResumePath } from './resume.ts';

/** Simulates the browser's storage. */
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a visitor who has to reset a password or register first', () => {
  test('returns to the remembered page once', () => {
    storeResumePath('/invitation?i=abc');
    expect(takeResumePath()).toBe('/invitation?i=abc');
    expect(takeResumePath()).toBeNull();
  });

  test('returns within an hour only, because another person may sign in later', () => {
    storeResumePath('/invite/abc');
    vi.advanceTimersByTime(60 * 60 * 1000);
    expect(takeResumePath()).toBeNull();
  });

  test('stays on this site (R-SEC-16)', () => {
    storeResumePath('https://evil.example/invitation');
    expect(takeResumePath()).toBeNull();
    localStorage.setItem('resume', 'no document');
    expect(takeResumePath()).toBeNull();
  });
});
