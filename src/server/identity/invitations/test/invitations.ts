import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '#contract/access.ts';
import type { TestOrganizationMember } from '#server/identity/members/test/organizations.ts';
import type { TestApplication } from '#server/test/application.ts';

export type ReceivedMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
};

type MailQuery = { containing?: string; count?: number };

/** Waits until `count` mails with this text were sent to an address; returns the newest. */
export async function waitForMail(
  { app }: TestApplication,
  email: string,
  { containing = '/invitation?', count = 1 }: MailQuery = {},
): Promise<ReceivedMail> {
  const find = async () => {
    const all = (await app.inject(`/sandbox/mail.json?to=${email}`)).json() as ReceivedMail[];
    return all.filter(({ text }) => text.includes(containing));
  };
  await expect
    .poll(async () => (await find()).length, { timeout: 10_000, interval: 10 })
    .toBe(count);
  const [newest] = await find();
  if (!newest) throw new Error('No mail');
  return newest;
}

/** Returns a query parameter of the first link in a mail. */
export const linkParameter = (mail: ReceivedMail, name: string) => {
  const [link] = mail.links;
  return new URL(link ?? '').searchParams.get(name) ?? '';
};

export const invitationBody = (role: Role = 2, email = `${randomUUID()}@example.com`) => ({
  email,
  firstName: 'Eva',
  lastName: 'Reis',
  phone: '+52 55 2222',
  role,
});

/** Invites a person and reads the token from their mail. */
export async function createInvitation(
  product: TestApplication,
  by: TestOrganizationMember,
  body: ReturnType<typeof invitationBody> = invitationBody(),
) {
  const member = await by.api.invitations.invite({ body });
  const token = linkParameter(await waitForMail(product, body.email), 'i');
  return { ...body, member: member.id, token };
}
