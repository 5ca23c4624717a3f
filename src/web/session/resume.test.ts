import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resume, resumeLater } from './resume.ts';

/** What a browser keeps. */
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

describe('whoever has to reset a password or to register first', () => {
  test('comes back to what they were about to do, once', () => {
    resumeLater('/invitation?i=abc');
    expect(resume()).toBe('/invitation?i=abc');
    expect(resume()).toBeNull();
  });

  test('comes back within an hour: somebody else may sign in here later', () => {
    resumeLater('/invite/abc');
    vi.advanceTimersByTime(60 * 60 * 1000);
    expect(resume()).toBeNull();
  });

  test('stays on this site', () => {
    resumeLater('https://evil.example/invitation');
    expect(resume()).toBeNull();
    localStorage.setItem('resume', 'no document');
    expect(resume()).toBeNull();
  });
});
