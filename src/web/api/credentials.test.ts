import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCredentials, storeImpersonationToken } from './credentials.ts';
import { createFakeStorage } from './test/fake-storage.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', createFakeStorage());
  vi.stubGlobal('sessionStorage', createFakeStorage());
});
afterEach(() => vi.unstubAllGlobals());

describe('What a browser keeps after a session (R-DRF-06)', () => {
  test('is settings of the device and the mark of drafts; everything else goes, whatever it is', () => {
    const device = ['app-background', 'sidebar', 'offline-look', 'single-key-shortcuts'];
    const personal = [
      'id_token',
      'registration',
      'resume',
      'palette-recent',
      'views.ana.t.list',
      'new',
    ];
    for (const key of [...device, 'kept', ...personal]) localStorage.setItem(key, 'x');
    for (const key of ['tenant', 'session-ended', 'new']) sessionStorage.setItem(key, 'x');
    clearCredentials();
    expect(Object.keys(localStorage)).toEqual([...device, 'kept']);
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
