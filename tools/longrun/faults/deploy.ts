import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seed } from '#tools/kit/seed.ts';
import { Chat } from './chat.ts';
import type { Cluster } from './cluster.ts';
import { Crowd } from './crowd.ts';
import type { Headers } from './organizations.ts';
import { PostOffice } from './post-office.ts';
import { Proxy } from './proxy.ts';
import { kill, startWhole, stopInOrder } from './servers.ts';
import { SlowClients } from './slow-clients.ts';
import { mailSent } from './traces.ts';
import { Traffic } from './traffic.ts';

export interface Given {
  cluster: Cluster;
  /** Database and files of the processes. */
  place: { ownerUrl: string; dataDir: string };
  owner: Headers;
  restarts: number;
  /** Number of concurrent requests. */
  requests: number;
}

/** Result of a proof: a summary line and everything that went wrong. */
export interface Verdict {
  said: string;
  wrong: string[];
}

const mailsEach = 10;

/** Replaces two processes behind a proxy one after the other under load, as a deployment does. */
export async function deploy(stack: AsyncDisposableStack, given: Given): Promise<Verdict> {
  const { cluster, place, owner, restarts, requests } = given;
  const office = await PostOffice.open(stack);
  const proxy = await Proxy.open(stack);
  const start = async () => {
    const settings = { SMTP_URL: office.url, DRAIN_SECONDS: '1' };
    const server = await startWhole({ ...place, settings });
    stack.defer(() => kill(server));
    await proxy.add(server.origin);
    return server;
  };
  // Both start together, and one of them may have to migrate the database.
  const servers = await Promise.all([start(), start()]);
  const wrong: string[] = [];
  const chat = await Chat.open(proxy.origin, owner);
  stack.defer(() => chat.close());
  const crowd = new Crowd(proxy.origin, owner, { size: 10, pause: 100 });
  const slow = new SlowClients(proxy.origin, owner, randomFrom(seed));
  const traffic = new Traffic(crowd, slow);
  let isOver = false;
  const slowly = slow.keep(requests, () => !isOver);

  const took: number[] = [];
  const invited: string[] = [];
  const failed: string[] = [];
  for (let done = 1; done <= restarts; done += 1) {
    const old = servers[done % 2];
    if (!old) break;
    await traffic.flows();
    while (proxy.inFlight() < requests || proxy.inFlight(old.origin) < requests / 5)
      await sleep(10);
    const mails = Array.from({ length: mailsEach }, (_, n) => `mail-${done}-${n}`);
    const inviting = mails.map((mail) => crowd.invite(mail));
    const broken = await traffic.during(async () => {
      took.push(await stopInOrder(old, wrong));
      proxy.remove(old.origin);
      servers[done % 2] = await start();
    });
    failed.push(...broken.map((how) => `restart ${done}: ${how}`));
    invited.push(...(await Promise.all(inviting)));
    if (!(await chat.isHeard(`restart ${done}`))) wrong.push(`restart ${done}: the hub is silent`);
    console.log(`restart ${done}: ${slow.answered} slow ones answered, ${failed.length} failed`);
  }
  isOver = true;
  await Promise.all([slowly, crowd.goHome()]);
  for (const email of invited) await mailSent(cluster.pool, email);
  const twice = invited.filter((email) => office.taken(email) !== 1);
  wrong.push(...failed, ...twice.map((to) => `not one mail to ${to}`));
  for (const server of servers) await stopInOrder(server, wrong);
  const slowest = (Math.max(...took) / 1_000).toFixed(1);
  return {
    wrong,
    said:
      `${slow.answered + crowd.answered} requests answered with ${requests} and more in flight, ` +
      `${failed.length} failed; ${traffic.turnedAway} were turned away with nothing stopped; ${invited.length} mails, ` +
      `${twice.length} not once; hub heard each time; gone within ${slowest} s`,
  };
}
