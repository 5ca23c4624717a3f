import type { Page, WebSocketRoute } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectPolledText } from '#e2e/support/clock.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  createSignedInOwner,
  inviteAndAccept,
  memberRow,
  membersPath,
} from '#e2e/support/members.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const chatPath = '/app/integrations/signalr';

const openChat = async (page: Page) => {
  await page.goto(chatPath);
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible();
  return {
    log: page.getByRole('log', { name: 'Chat' }),
    say: async (message: string) => {
      await page.getByLabel('Mensagem').fill(message);
      await page.getByRole('button', { name: 'Enviar' }).click();
    },
  };
};

test('a message reaches every window of the organization and no other one (R-APP-06, R-RTM-02)', async ({
  page,
  browser,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Pro');
  const first = await openChat(page);
  const second = await openChat(await page.context().newPage());
  const elsewhere = await browser.newPage();
  await restoreSession(elsewhere, await createVerifiedOwner(server.url, 'Pro'));
  const other = await openChat(elsewhere);

  await expect(first.log).toContainText('Ana Souza entrou');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Escreva uma mensagem primeiro.')).toBeVisible();
  await first.say('Bom dia, mesa!');
  await expect(first.log).toContainText('Bom dia, mesa!');
  await expect(second.log).toContainText('Bom dia, mesa!');
  const [send, field] = [page.getByRole('button', { name: 'Enviar' }), page.getByLabel('Mensagem')];
  expect((await send.boundingBox())?.height).toBe((await field.boundingBox())?.height);
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
  await second.say('<img src=x onerror=alert(1)>');
  await expect(first.log).toContainText('<img src=x onerror=alert(1)>');
  await expectAccessible(page);
  await other.say('Somos outros');
  await expect(other.log).toContainText('Somos outros');
  expect(await other.log.textContent()).not.toContain('Bom dia');
  expect(await first.log.textContent()).not.toContain('Somos outros');
});

test('the chat keeps its history and marks what is new (R-CHT-01, R-CHT-02)', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const person = await createVerifiedOwner(server.url, 'Pro');
  await inviteAndAccept(person, { owner, role: Role.Member, mailTo });
  const window = await browser.newPage();
  await restoreSession(window, { ...person, tenant: owner.tenant });
  await page.goto('/app/dashboard');
  const theirs = await openChat(window);
  await theirs.say('Fechamos em alta');
  await expect(theirs.log).toContainText('Fechamos em alta');
  await expect(page.getByRole('link', { name: /Chat.*1 mensagem não lida/ })).toBeVisible();
  const own = await openChat(page);
  await expect(own.log.getByText('Novas', { exact: true })).toBeVisible();
  await page.reload();
  await expect(own.log).toContainText('Fechamos em alta');
  await expect(own.log.getByText('Novas', { exact: true })).toBeHidden();
});

test('a message that could not be sent stays in its field, and is stored once (R-CHT-03)', async ({
  page,
  context,
  server,
}) => {
  let [isOffline, isLost] = [false, false];
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/hub/, (socket) => {
    if (isOffline) return void socket.close({ code: 1012 });
    socket.connectToServer().onMessage((message) => isLost || socket.send(message));
    sockets.push(socket);
  });
  const closeSockets = async () => {
    for (const socket of sockets.splice(0)) await socket.close({ code: 1012 });
  };
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  const { log, say } = await openChat(page);
  const field = page.getByLabel('Mensagem');
  const expectStored = (messages: string[]) =>
    expect
      .poll(async () => (await api.chat.getMessages()).items.map(({ message }) => message))
      .toEqual(messages);
  /** Loads the page again, which has kept the message, and sends it. */
  const sendAgain = async (message: string) => {
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible();
    await expect(field).toHaveValue(message);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(field).toHaveValue('');
    await expect(log.getByText(message)).toHaveCount(1);
  };
  isOffline = true;
  await context.setOffline(true);
  await closeSockets();
  await say('Sem rede');
  await expect(page.getByText('Não foi possível enviar a mensagem.')).toBeVisible();
  isOffline = false;
  await context.setOffline(false);
  await sendAgain('Sem rede');
  await expectStored(['Sem rede']);

  // The message is stored, but its answer is lost.
  isLost = true;
  await say('Sem resposta');
  await expectStored(['Sem resposta', 'Sem rede']);
  await closeSockets();
  await expect(page.getByText('Não foi possível enviar a mensagem.')).toBeVisible();
  isLost = false;
  await sendAgain('Sem resposta');
  await expectStored(['Sem resposta', 'Sem rede']);
});

/** Refuses the first request to join, as the hub does while the database is down. */
const refuseOnce = (socket: WebSocketRoute, server: WebSocketRoute) => {
  let isRefused = false;
  socket.onMessage((message) => {
    const joins = String(message).includes('JoinGroup') && !isRefused;
    if (!joins) return server.send(message);
    isRefused = true;
    const { invocationId } = JSON.parse(String(message).slice(0, -1)) as { invocationId: string };
    const refusal = { type: 3, invocationId, error: 'realtime.unavailable' };
    socket.send(`${JSON.stringify(refusal)}\u001e`);
  });
};

test('a network that blocks WebSockets gets server-sent events (R-CHT-04, R-RTM-04)', async ({
  page,
  browser,
  server,
}) => {
  // Refused by the browser, and unknown to it.
  const blocked = [
    () => {
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL) {
          super(url);
          throw new DOMException('Blocked', 'SecurityError');
        }
      };
    },
    () => Reflect.deleteProperty(window, 'WebSocket'),
  ];
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const first = await openChat(page);
  for (const [index, block] of blocked.entries()) {
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.addInitScript(block);
    await restoreSession(tab, owner);
    const { log, say } = await openChat(tab);
    await expect(tab.getByText('não consegue se conectar')).toBeHidden();
    await say(`Do fluxo ${index}`);
    await expect(first.log).toContainText(`Do fluxo ${index}`);
    await expect(tab.getByLabel('Mensagem')).toHaveValue('');
    await first.say(`Do soquete ${index}`);
    await expect(log).toContainText(`Do soquete ${index}`);
    await context.close();
  }
});

test('a socket that a proxy neither opens nor refuses is given up (R-RTM-04)', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const socket = Object.assign(new EventTarget(), { onclose: () => undefined });
    const silent = Object.assign(socket, { close: () => socket.onclose() });
    window.WebSocket = new Proxy(WebSocket, { construct: () => silent });
  });
  await createSignedInOwner(page, server.url, 'Pro');
  await page.goto(chatPath);
  const state = page.getByRole('status').filter({ hasText: 'Conect' });
  await expectPolledText(page, state, { text: 'Conectado', everyMs: 10_000 });
});

test('a network that holds streams back is named (R-CHT-04)', async ({ page, server }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'WebSocket');
    const silent = Object.assign(new EventTarget(), { close: () => undefined });
    // The client sets its handlers as properties.
    silent.addEventListener('error', (event) => Reflect.get(silent, 'onerror')(event));
    window.EventSource = new Proxy(EventSource, { construct: () => silent });
  });
  await createSignedInOwner(page, server.url, 'Pro');
  await page.goto(chatPath);
  await expect(page.getByRole('status').filter({ hasText: 'Conectando' })).toBeVisible();
  const hint = page.getByText('O chat não consegue se conectar a partir desta rede.');
  const isNamed = async () => {
    await page.clock.fastForward(10_000);
    return hint.isVisible();
  };
  await expect.poll(isNamed).toBe(true);
  // Tries that go on, while the tab is left alone, use no session (R-ACC-19).
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const negotiations = () => calls.filter((path) => path === '/hub/negotiate').length;
  await expect
    .poll(async () => {
      await page.clock.fastForward(15_000);
      return negotiations();
    })
    .toBeGreaterThan(3);
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('a network that lets no connection through is named, and a message stays (R-CHT-04)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Pro');
  let isBlocked = true;
  await page.routeWebSocket(/\/hub/, (socket) => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  await page.route(/\/hub\?/, (route) => (isBlocked ? route.abort() : route.continue()));
  await page.goto(chatPath);
  const hint = page.getByText('O chat não consegue se conectar a partir desta rede.');
  await expect(hint).toBeVisible();
  await expect(page.getByText('Sem conexão no momento.')).toBeHidden();
  await page.getByLabel('Mensagem').fill('Bom dia');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Não foi possível enviar a mensagem.')).toBeVisible();
  isBlocked = false;
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible();
  await expect(hint).toBeHidden();
  await expect(page.getByLabel('Mensagem')).toHaveValue('Bom dia');
});

test('a connection that was lost reconnects by itself (R-RTM-01)', async ({ page, server }) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/hub/, (socket) => {
    const onward = socket.connectToServer();
    if (sockets.push(socket) > 1) refuseOnce(socket, onward);
  });
  await createSignedInOwner(page, server.url, 'Pro');
  const { log, say } = await openChat(page);
  const broken = sockets.at(-1);
  await broken?.close({ code: 1012 });
  await expect.poll(() => sockets.at(-1) !== broken).toBe(true);
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible();
  await say('Ainda aqui');
  await expect(log).toContainText('Ainda aqui');
});

/** Sends the page a message of the hub. */
const sendFrame = (socket: WebSocketRoute | undefined, message: object) =>
  socket?.send(`${JSON.stringify(message)}\u001e`);

test('a tab that may not join asks ever more rarely (R-RTM-03)', async ({ page, server }) => {
  await page.clock.install();
  let [socket, joins]: [WebSocketRoute | undefined, number] = [undefined, 0];
  await page.routeWebSocket(/\/hub/, (opened) => {
    socket = opened;
    opened.onMessage((text) => {
      const message = JSON.parse(String(text).slice(0, -1)) as Record<string, string>;
      if (message['protocol']) sendFrame(opened, {});
      if (message['target'] !== 'JoinGroup') return;
      joins += 1;
      const { invocationId } = message;
      sendFrame(opened, { type: 3, invocationId, error: 'realtime.notMember' });
    });
  });
  await createSignedInOwner(page, server.url, 'Pro');
  await page.goto(chatPath);
  await expect.poll(() => joins).toBeGreaterThan(0);
  const tenant = 'any';
  for (let count = 0; count < 3; count += 1)
    sendFrame(socket, { type: 1, target: 'Left', arguments: [tenant] });
  await expect.poll(() => joins).toBeGreaterThan(3);
  for (let seconds = 0; seconds < 1_800; seconds += 10) {
    sendFrame(socket, { type: 6 });
    await page.clock.fastForward(10_000);
  }
  // One loop, whose pauses double up to five minutes.
  expect(joins).toBeLessThan(25);
});

test('a tab that left and joins again shows what it missed (R-RTM-03)', async ({
  page,
  server,
}) => {
  let [socket, isJoined, isDeaf]: [WebSocketRoute | undefined, boolean, boolean] = [
    undefined,
    false,
    false,
  ];
  await page.routeWebSocket(/\/hub/, (opened) => {
    socket = opened;
    opened.connectToServer().onMessage((text) => {
      isJoined ||= String(text).includes('"type":3');
      if (!(isDeaf && String(text).includes('"Changed"'))) opened.send(text);
    });
  });
  const { api, tenant } = await createSignedInOwner(page, server.url, 'Pro');
  await page.goto(membersPath);
  await expect(memberRow(page, 'Ana Souza')).toBeVisible();
  await expect.poll(() => isJoined).toBe(true);
  isDeaf = true;
  await api.invitations.invite({
    body: { email: 'caio@example.com', firstName: 'Caio', lastName: 'Lima', role: Role.Member },
  });
  sendFrame(socket, { type: 1, target: 'Left', arguments: [tenant] });
  await expect(memberRow(page, 'caio@example.com')).toBeVisible();
});

test('a member who is removed leaves the pages of the organization (R-RTM-03)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  const person = await createVerifiedOwner(server.url, 'Pro');
  await inviteAndAccept(person, { owner, role: Role.Member, mailTo });
  await restoreSession(page, { ...person, tenant: owner.tenant });
  await openChat(page);
  const members = await owner.api.members.getAll({ params: { tenantId: owner.tenant } });
  const member = members.find(({ email }) => email === person.email);
  await owner.api.members.remove({ params: { id: member?.id ?? '' } });
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
