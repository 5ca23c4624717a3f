import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for an email with a link to this path and returns the token in it. The mailbox answers `?to=<address>` like
 * `/sandbox/mail.json`.
 */
export async function tokenMailedTo(
  mailbox: string,
  { email, path }: { email: string; path: string },
): Promise<string> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${mailbox}?${new URLSearchParams({ to: email })}`);
    if (!answer.ok) throw new Error(`${mailbox} answered ${answer.status}.`);
    const mails = (await answer.json()) as { links: string[] }[];
    const link = mails.flatMap(({ links }) => links).find((url) => url.includes(path));
    const query = link ? new URL(link).searchParams : null;
    if (query) return query.get('t') ?? query.get('i') ?? '';
    await sleep(100);
  }
  throw new Error(`No email arrived for ${email}.`);
}
