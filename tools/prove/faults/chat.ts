import { setTimeout as sleep } from 'node:timers/promises';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';
import { hubPath } from '#contract/realtime.ts';
import type { Headers } from './organizations.ts';

const patience = 10_000;

/** A member in the hub of their organization, with SignalR's own client, who comes back when cut off. */
export class Chat {
  readonly #hub: HubConnection;
  readonly #tenant: string;
  readonly #heard = new Set<string>();

  /** Comes in at an address. */
  static async open(origin: string, headers: Headers): Promise<Chat> {
    const chat = new Chat(origin, headers);
    await chat.#hub.start();
    await chat.#join();
    return chat;
  }

  private constructor(origin: string, { authorization, 'x-tenant-key': tenant }: Headers) {
    this.#tenant = tenant;
    this.#hub = new HubConnectionBuilder()
      .withUrl(`${origin}${hubPath}`, {
        accessTokenFactory: () => authorization.replace('Bearer ', ''),
        transport: HttpTransportType.WebSockets,
      })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 100 })
      .configureLogging(LogLevel.None)
      .build();
    this.#hub.on('ReceiveMessage', (_user: string, message: string) => this.#heard.add(message));
    // Refused for the moment, as any call may be: again with the next message.
    this.#hub.onreconnected(() => this.#join().catch(() => undefined));
  }

  async #join() {
    await this.#hub.invoke('JoinGroup', this.#tenant);
  }

  /** Says something, again when it is refused, until it is heard; false when that takes too long. */
  async isHeard(message: string): Promise<boolean> {
    for (const began = performance.now(); performance.now() - began < patience;) {
      await this.#join().catch(() => undefined);
      await this.#hub.invoke('SendMessage', this.#tenant, '', message).catch(() => undefined);
      for (let waited = 0; waited < 500; waited += 20) {
        if (this.#heard.has(message)) return true;
        await sleep(20);
      }
    }
    return false;
  }

  close() {
    return this.#hub.stop();
  }
}
