import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Listens at the configured address for a moment; throws the reason and the remedy when that is refused. */
export async function assertPortFree({ host, port }: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure({ host, port }, error as NodeJS.ErrnoException);
  } finally {
    server.close();
  }
}

/** Returns an error that names the setting and the remedy, for one of `listen`. */
export function listenFailure({ host, port }: Place, error: NodeJS.ErrnoException): Error {
  const reasons: Record<string, string | undefined> = {
    EADDRINUSE:
      `PORT: another program listens on port ${port}. ` +
      `Set another one (PORT=${port < 65_535 ? port + 1 : 3000} npm start), or stop that program.`,
    EACCES: `PORT: this user may not listen on port ${port}. Set one above 1023 and put a proxy in front of it.`,
    EADDRNOTAVAIL: foreignHost(host),
    ENOTFOUND: foreignHost(host),
    EAI_AGAIN: foreignHost(host),
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new Error(reason, { cause: error }) : error;
}

const foreignHost = (host: string) =>
  `HOST: ${host} is not an address of this machine. ` +
  'Set 127.0.0.1, 0.0.0.0 for all, or one that this machine has.';
