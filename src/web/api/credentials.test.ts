import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCredentials, storeImpersonationToken } from './credentials.ts';
import { forgetMessages, messagesKey, removeExpiredMessages, unexpired } from './kept-messages.ts';
import { createFakeStorage } from './test/fake-storage.ts';

const day = 24 * 3_600_000;
const at = (ago: number) => new Date(Date.now() - ago).toISOString();
const own = messagesKey({ tenant: 'organization', userId: 'ana' });
const other = messagesKey({ tenant: 'organization', userId: 'bia' });

beforeEach(() => {
  vi.stubGlobal('localStorage', createFakeStorage());
  vi.stubGlobal('sessionStorage', createFakeStorage());
});
afterEach(() => vi.unstubAllGlobals());

describe('What a browser keeps after a session (R-DRF-06)', () => {
  test('is settings of the device and input that waits; everything else goes, whatever it is', () => {
    const device = ['app-background', 'offline-look', 'single-key-shortcuts'];
    const waiting = ['kept', own];
    const personal = [
      'id_token',
      'registration',
      'resume',
      'palette-recent',
      'views.ana.t.list',
      'new',
    ];
    for (const key of [...device, ...waiting, ...personal]) localStorage.setItem(key, 'x');
    for (const key of ['tenant', 'session-ended', 'new']) sessionStorage.setItem(key, 'x');
    clearCredentials();
    expect(Object.keys(localStorage)).toEqual([...device, ...waiting]);
    expect(Object.keys(sessionStorage)).toEqual(['session-ended']);
  });

  test('is everything of the operator after an impersonation', () => {
    localStorage.setItem('id_token', 'of the operator');
    localStorage.setItem('views.operator.t.list', 'x');
    storeImpersonationToken('of the user');
    sessionStorage.setItem('tenant', 'x');
    clearCredentials();
    expect(Object.keys(localStorage)).toEqual(['id_token', 'views.operator.t.list']);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

describe('Messages that wait', () => {
  test('are forgotten with their person, or with all people', () => {
    for (const key of [own, other]) localStorage.setItem(key, '[]');
    forgetMessages('ana');
    expect(Object.keys(localStorage)).toEqual([other]);
    forgetMessages(null);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('expire after seven days, as drafts do (R-DRF-06)', () => {
    const [old, young] = [{ at: at(7 * day) }, { at: at(6 * day) }];
    expect(unexpired(JSON.stringify([old, young]))).toEqual([young]);
    expect(unexpired('not JSON')).toEqual([]);
    localStorage.setItem(own, JSON.stringify([old]));
    localStorage.setItem(other, JSON.stringify([old, young]));
    removeExpiredMessages();
    expect(Object.keys(localStorage)).toEqual([other]);
    expect(JSON.parse(localStorage.getItem(other) ?? '')).toEqual([young]);
  });
});
