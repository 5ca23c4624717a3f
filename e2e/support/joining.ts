import { Role } from '#contract/access.ts';
import { waitForMailedLink } from './members.ts';
import type { TestUser } from './users.ts';

/** Enables the join link of an organization and returns its address, without a browser. */
export async function createJoinLink(
  { api }: TestUser,
  origin: string,
  { acceptance }: { acceptance: boolean },
): Promise<string> {
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: acceptance },
  });
  return `${origin}/invite/${link}`;
}

/** Invites an address to an organization without a browser, and returns the emailed link. */
export async function inviteByEmail(
  { api }: TestUser,
  email: string,
  mailTo: Parameters<typeof waitForMailedLink>[0],
): Promise<string> {
  await api.invitations.invite({
    body: { email, firstName: 'Bia', lastName: 'Reis', role: Role.Member },
  });
  return waitForMailedLink(mailTo, email, '/invitation?i=');
}
