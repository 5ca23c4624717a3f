import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { RunningServer } from './serving.ts';

/** Returns what the start prints: with which password the operator signs in or where it is, the mailbox, the address. */
export function announcementOf(
  { operator: { password: given }, dataDir, smtpUrl, publicUrl }: Config,
  { operator: { email, password }, ...serving }: Pick<RunningServer, 'address' | 'operator'>,
): string[] {
  const address = publicUrl ?? serving.address;
  const file = join(dataDir, 'operator-password');
  const place = given === null ? existsSync(file) && file : 'OPERATOR_PASSWORD';
  const hint = place ? ` (first password: ${place})` : '';
  return [
    `Operator: ${email}${password ? ` / ${password}` : hint}`,
    ...(smtpUrl ? [] : [`Mailbox: ${address}/sandbox/mail`]),
    `Pregão is ready at ${address}`,
  ];
}
