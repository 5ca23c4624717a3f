import type { Page } from '@playwright/test';
import type { Role } from '#contract/access.ts';
import { expect } from './fixtures.ts';
import { createVerifiedOwner, restoreSession, testPassword, type TestUser } from './users.ts';

type MailTo = (address: string) => Promise<{ links: string[] }>;

/** Waits for an email to an address that links to a path, and returns the link. */
export async function waitForMailedLink(
  mailTo: MailTo,
  address: string,
  path: string,
): Promise<string> {
  const newest = async () => (await mailTo(address)).links.find((link) => link.includes(path));
  await expect.poll(newest, `mail to ${address} with ${path}`).toBeTruthy();
  return (await newest()) ?? '';
}

type Joining = { owner: TestUser; role: Role; mailTo: MailTo };

/** Adds an existing account to another person's organization, without a browser. */
export async function inviteAndAccept({ email, api }: TestUser, { owner, role, mailTo }: Joining) {
  await owner.api.invitations.invite({ body: { email, firstName: 'Bia', lastName: 'Reis', role } });
  const link = new URL(await waitForMailedLink(mailTo, email, '/invitation?i='));
  const token = link.searchParams.get('i') ?? '';
  await api.invitations.accept({ params: { token }, body: { email } });
}

/** Creates an organization and signs its owner in on the page. */
export async function createSignedInOwner(page: Page, origin: string, plan: string) {
  const person = await createVerifiedOwner(origin, plan);
  const { name } = await person.api.tenants.getCurrent();
  await restoreSession(page, person);
  return { ...person, organization: name };
}

export const membersPath = '/app/settings/organization/members';

/** Locates a member's row in the list. */
export const memberRow = (page: Page, name: string) => page.getByRole('row', { name });

/** Invites a person through the side panel; ends on the list. */
export async function submitInvitation(page: Page, email: string, role = 'Membro') {
  await page.goto(`${membersPath}/new`);
  const panel = page.getByRole('dialog', { name: 'Convidar um membro' });
  await panel.getByLabel('E-mail').fill(email);
  await panel.getByLabel('Nome', { exact: true }).fill('Bia');
  await panel.getByLabel('Sobrenome').fill('Reis');
  await panel.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await panel.getByRole('button', { name: 'Enviar convite' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar convite' }).click();
  await expect(panel).toBeHidden();
  await expect(memberRow(page, email)).toContainText('Convite enviado');
}

/** Removes the person whose side panel is open; ends on the list. */
export async function removeMember(page: Page, name: string) {
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  // The panel also hides the rows behind it.
  await expect(page).toHaveURL(new RegExp(`${membersPath}$`));
  await expect(memberRow(page, name)).toBeHidden();
}

/** Enters the name of a person who joins by a link. */
export async function fillNames(page: Page) {
  await page.getByLabel('Nome', { exact: true }).fill('Eva');
  await page.getByLabel('Sobrenome').fill('Reis');
}

/** Chooses a password on the open page. */
export async function fillNewPassword(page: Page, confirmation = testPassword) {
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.getByLabel('Confirme a senha').fill(confirmation);
}

/** Enables the join link and returns its address. */
export async function enableJoinLink(page: Page, { acceptance }: { acceptance: boolean }) {
  const saved = () => page.waitForResponse(/UpdateInvitationSettings/);
  await page.goto(membersPath);
  const enabled = page.getByRole('switch', { name: 'Ativar o link de convite' });
  await Promise.all([saved(), enabled.check()]);
  const required = page.getByRole('switch', { name: 'Exigir aprovação' });
  await expect(required).toBeChecked();
  if (!acceptance) await Promise.all([saved(), required.uncheck()]);
  return page.getByLabel('Link', { exact: true }).inputValue();
}
