import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '#contract/access.ts';
import type { Insider } from '#server/members/test-members.ts';
import type { TestProduct } from '#server/testing.ts';

export type Mail = { to: string; subject: string; text: string; html: string; links: string[] };

type Wanted = { saying?: string; count?: number };

/** Waits until `count` mails with this text were sent to an address; returns the newest. */
export async function mailTo(
  { app }: TestProduct,
  email: string,
  { saying = '/invitation?', count = 1 }: Wanted = {},
): Promise<Mail> {
  const find = async () => {
    const all = (await app.inject(`/sandbox/mail.json?to=${email}`)).json() as Mail[];
    return all.filter(({ text }) => text.includes(saying));
  };
  await expect.poll(async () => (await find()).length, { timeout: 10_000 }).toBe(count);
  const [newest] = await find();
  if (!newest) throw new Error('No mail');
  return newest;
}

/** Returns a query parameter of the first link in a mail. */
export const inLinkOf = (mail: Mail, name: string) => {
  const [link] = mail.links;
  return new URL(link ?? '').searchParams.get(name) ?? '';
};

export const inviteeOf = (role: Role = 2, email = `${randomUUID()}@example.com`) => ({
  email,
  firstName: 'Eva',
  lastName: 'Reis',
  phone: '+52 55 2222',
  role,
});

/** Invites a person and reads the token from their mail. */
export async function invite(
  product: TestProduct,
  by: Insider,
  body: ReturnType<typeof inviteeOf> = inviteeOf(),
) {
  const member = await by.api.invitations.invite({ body });
  const token = inLinkOf(await mailTo(product, body.email), 'i');
  return { ...body, member: member.id, token };
}
