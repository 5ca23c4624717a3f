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
  const groupOf = (name: string) => {
    const group = groups.get(name) ?? new Set<WebSocket>();
    groups.set(name, group);
    return group;
  };
  new WebSocketServer({ server, path: '/relay' }).on('connection', (socket) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        for (const group of groups.values()) group.delete(socket);
      });
    socket.on('message', (data) => {
      for (const document of String(data).split('\u001E').filter(Boolean)) {
        const message = JSON.parse(document) as Message;
        const { target, invocationId, arguments: [name = '', ...said] = [] } = message;
        if (message.type === 6) continue;
        if (!target) socket.send('{}\u001E');
        else if (target === 'JoinGroup') {
          groupOf(name).add(socket);
          socket.send(`${JSON.stringify({ type: 3, invocationId, result: null })}\u001E`);
        } else {
          const told = { type: 1, target: 'ReceiveMessage', arguments: said };
          for (const member of groupOf(name)) member.send(`${JSON.stringify(told)}\u001E`);
        }
      }
    });
  });
}
