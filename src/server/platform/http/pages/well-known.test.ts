import { expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { serveWellKnown } from './well-known.ts';

const serverWith = (supportEmail: string) => {
  const app = createHttp({ logLevel: 'silent' });
  serveWellKnown(app, { site: { supportEmail }, origin: () => 'https://pregao.example' });
  return app;
};

test('/.well-known names the page of passwords (R-API-13)', async () => {
  const { statusCode, headers } = await serverWith('help@pregao.example').inject(
    '/.well-known/change-password',
  );
  expect([statusCode, headers.location]).toEqual([302, '/app/settings/profile/security']);
});

test('/.well-known names the contact for vulnerabilities if one is set (R-API-13)', async () => {
  const path = '/.well-known/security.txt';
  expect((await serverWith('suporte@pregao.local').inject(path)).statusCode).toBe(404);
  const { headers, body } = await serverWith('help@pregao.example').inject(path);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('Contact: mailto:help@pregao.example\n');
  expect(body).toContain('Canonical: https://pregao.example/.well-known/security.txt\n');
  const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect([days > 90, days < 365]).toEqual([true, true]);
});
