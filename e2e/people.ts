import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const password = 'a good password';

/** Somebody who registers, with names that nobody else has. */
export const newcomer = () => {
  const tag = randomUUID().slice(0, 8);
  return { organization: `Mesa ${tag}`, email: `ana-${tag}@example.com` };
};

type Newcomer = ReturnType<typeof newcomer>;

/** A product on the page of prices. */
export const card = (page: Page, plan: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan }) });

/** From the prices to the page that says to look for a mail. */
export async function register(page: Page, { organization, email }: Newcomer, plan: string) {
  await page.goto('/pricing');
  await card(page, plan).getByRole('link').click();
  await expect(page).toHaveURL(/\/account\/register/);
  await page.getByLabel('Organização').fill(organization);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Nome', { exact: true }).fill('Ana');
  await page.getByLabel('Sobrenome').fill('Souza');
  await page.getByRole('button', { name: /Começar teste|Criar conta/ }).click();
  await expect(page.getByRole('heading', { name: /Falta um passo/ })).toBeVisible();
}

/** Chooses a password at the mailed link; ends on the dashboard. */
export async function verify(page: Page, link: string) {
  await page.goto(link);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Confirme a senha').fill(password);
  await page.getByRole('button', { name: 'Verificar e entrar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
}

/** Signs in at the login page. */
export async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}
