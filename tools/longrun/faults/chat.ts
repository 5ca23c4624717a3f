import { setTimeout as sleep } from 'node:timers/promises';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';
import { hubPath } from '#contract/realtime.ts';
import type { Headers } from './organizations.ts';

const patience = 10_000;

/** Client of the hub for a member, on SignalR's own library, which reconnects when disconnected. */
export class Chat {
  readonly #hub: HubConnection;
  readonly #tenant: string;
  readonly #heard = new Set<string>();

  /** Connects to the hub at an address. */
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
    // Joining may be refused for the moment, like any call: it is retried with the next message.
    this.#hub.onreconnected(() => this.#join().catch(() => undefined));
  }

  async #join() {
    await this.#hub.invoke('JoinGroup', this.#tenant);
  }

  /** Sends a message, with retries, until it is received; returns false after a timeout. */
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
