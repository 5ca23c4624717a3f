import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Api } from '#contract/api-client.ts';
import { expect } from './fixtures.ts';

/** Returns the code of an authenticator app with this key; `steps` of 30 seconds from now. */
export const currentTotpCode = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Sets up an authenticator app without a browser; returns its key. */
export const enrollByApi = async ({ factors }: Api) => {
  const { setupKey } = await factors.startTotp();
  // The code of the step before: sign-ins use the current one. It is refused if a new step begins meanwhile.
  const confirm = () => factors.confirmTotp({ body: { code: currentTotpCode(setupKey, -1) } });
  await confirm().catch(confirm);
  return setupKey;
};

/** Gives the browser an authenticator that verifies its user; returns the function that presses or ignores it. */
export const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    present: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
};

/** Waits for the next time step if this one ends soon: a code of the step before it would be refused then. */
const waitForEarlyStep = async () => {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 15_000) await sleep(left);
};

/** Reads the recovery codes that are shown, and confirms that they are stored. */
export const confirmRecoveryCodes = async (page: Page) => {
  const list = page.getByRole('list', { name: 'Seus códigos de recuperação' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  const done = page.getByRole('button', { name: 'Concluir' });
  await expect(done).toBeDisabled();
  await page.getByLabel('Salvei meus códigos de recuperação').check();
  await done.click();
  return codes;
};

/** Sets up an authenticator app in the profile; returns its key and the recovery codes. */
export const enrollInBrowser = async (page: Page) => {
  await page.goto('/app/settings/profile/security');
  await page.getByRole('button', { name: 'Configurar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar um app autenticador' });
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible();
  const key = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
  // The code of the current step is left for the next sign-in.
  await waitForEarlyStep();
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key, -1));
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  const codes = await confirmRecoveryCodes(page);
  return { key, codes };
};

/**
 * Has the first call of a path refused as if the person had not authenticated recently; returns how often it was
 * called.
 */
export const requireStepUpOnce = async (page: Page, path: string) => {
  let calls = 0;
  await page.route(`**/api/${path}`, async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { status: 403, code: 'errors.access.stepUpRequired' },
    });
  });
  return () => calls;
};
