import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { SsoConnectionInput, SsoSettings } from '#contract/sso/connection.ts';
import { stop } from '#tools/kit/processes.ts';

type SigningKey = { privateKey: string; certificate: string };

/** Settings of a provider that steps change. */
export type ProviderSettings = { key: SigningKey; next: SigningKey | null; encrypts: boolean };

/** Identity provider of a Linux distribution. */
export type RealProvider = {
  /** Domain of the addresses of its people. */
  domain: string;
  /** Settings of the connection, except for what SAML metadata says. */
  connection: Partial<SsoConnectionInput> & Pick<SsoConnectionInput, 'protocol'>;
  /** Address of its metadata; null for OpenID Connect. */
  metadata: string | null;
  /** Fields of its sign-in form. */
  credentials: Record<string, string>;
  /** Address to which a tile of its portal leads; null without tiles of this kind. */
  portal: string | null;
  /** Address at which a person signs out there; null if it sends no logout requests. */
  signOut: string | null;
  /** Publishes the key that it will use next. */
  announcesKeys: boolean;
  change: (settings: ProviderSettings) => Promise<void>;
};

/** The product as a provider knows it. */
export type ServiceToKnow = { addresses: SsoSettings['addresses']; metadata: string };

/** Starts a provider that knows the product. */
export type StartProvider = (
  stack: AsyncDisposableStack,
  service: ServiceToKnow,
  first: ProviderSettings,
) => Promise<RealProvider>;

/** Runs a server until the stack closes; ready when it prints so. */
export async function startProgram(
  stack: AsyncDisposableStack,
  [command = '', ...args]: string[],
  { env, ready }: { env: Record<string, string>; ready: RegExp },
) {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stack.defer(async () => void (await stop(child, 'SIGKILL')));
  const lines: string[] = [];
  const printed = new Promise<true>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      if (ready.test(line)) resolve(true);
    });
  });
  const started = await Promise.race([printed, once(child, 'exit').then(() => false)]);
  if (!started) throw new Error(`${command} ended: ${lines.join('\n')}`);
  return child;
}
