import type { FastifyInstance } from 'fastify';
import { userOf, type Store } from './store.ts';
import { present, type Stored } from './transactions.ts';

interface Input {
  description: string;
  quantity: number;
  price: number;
  date: string;
  category: string;
}

/** Serves one INSERT and one UPDATE, after the session. */
export function serveWrites(app: FastifyInstance, ask: Store) {
  const valuesOf = ({ description, quantity, price, date, category }: Input) => [
    description,
    quantity,
    Math.round(price * 100),
    date,
    category,
  ];

  app.post<{ Body: Input }>('/transactions', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const values = [request.headers['x-tenant-key'], ...valuesOf(request.body)];
    const [row] = await ask<Stored>('insert', insert, values);
    return row && present(row);
  });

  app.put<{ Body: Input; Params: { id: string } }>('/transactions/:id', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const key = [request.headers['x-tenant-key'], request.params.id];
    const [row] = await ask<Stored>('update', update, [...key, ...valuesOf(request.body)]);
    return row ? present(row) : reply.code(404).send();
  });
}

const returned = `returning id, description, quantity, price::float8 as cents, date::text as date,
  category, image, created_at`;
const insert = `
  insert into transactions (tenant_id, description, quantity, price, date, category)
  values ($1, $2, $3, $4, $5, $6) ${returned}`;
const update = `
  update transactions set description = $3, quantity = $4, price = $5, date = $6, category = $7
  where tenant_id = $1 and id = $2 ${returned}`;
