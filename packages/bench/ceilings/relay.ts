import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';

interface Message {
  /** Message type; 6 is a ping. */
  type?: number;
  target?: string;
  invocationId?: string;
  arguments?: string[];
}

const frame = (message: object) => `${JSON.stringify(message)}\u001E`;

/** Relays messages within groups without authentication: the cost of SignalR's frames alone. */
export function serveRelay(server: Server) {
  const groups = new Map<string, Set<{ send: (text: string) => void }>>();
  new WebSocketServer({ server, path: '/relay' }).on('connection', (socket) => {
    const receive = ({ type, target, invocationId, arguments: given = [] }: Message) => {
      if (type === 6) return socket.send(frame({ type }));
      const [name = '', ...rest] = given;
      const group = groups.get(name) ?? new Set();
      if (!target) socket.send(frame({}));
      else if (target === 'JoinGroup') {
        groups.set(name, group.add(socket));
        socket.send(frame({ type: 3, invocationId, result: null }));
      } else {
        const sent = { type: 1, target: 'ReceiveMessage', arguments: rest };
        for (const member of group) member.send(frame(sent));
      }
    };
    socket.on('error', () => undefined);
    socket.on('close', () => groups.forEach((group) => group.delete(socket)));
    socket.on('message', (data) => {
      const documents = String(data).split('\u001E').filter(Boolean);
      for (const document of documents) receive(JSON.parse(document) as Message);
    });
  });
}
