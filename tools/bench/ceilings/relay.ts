import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';

type WebSocket = Parameters<Parameters<WebSocketServer['handleUpgrade']>[3]>[0];

interface Message {
  /** Message type; 6 is a ping. */
  type?: number;
  target?: string;
  invocationId?: string;
  arguments?: string[];
}

/** Relays messages within groups without authentication: the cost of SignalR's frames alone. */
export function serveRelay(server: Server) {
  const groups = new Map<string, Set<WebSocket>>();
  const receive = (socket: WebSocket, message: Message) => {
    const { type, target, invocationId, arguments: [name = '', ...rest] = [] } = message;
    if (type === 6) return;
    const group = groups.get(name) ?? new Set<WebSocket>();
    if (!target) socket.send('{}\u001E');
    else if (target === 'JoinGroup') {
      groups.set(name, group.add(socket));
      socket.send(`${JSON.stringify({ type: 3, invocationId, result: null })}\u001E`);
    } else {
      const sent = { type: 1, target: 'ReceiveMessage', arguments: rest };
      for (const member of group) member.send(`${JSON.stringify(sent)}\u001E`);
    }
  };
  new WebSocketServer({ server, path: '/relay' }).on('connection', (socket) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        for (const group of groups.values()) group.delete(socket);
      });
    socket.on('message', (data) => {
      for (const document of String(data).split('\u001E').filter(Boolean)) {
        receive(socket, JSON.parse(document) as Message);
      }
    });
  });
}
