/** The product in miniature for `durability.ts`: writes without pause and tells what was confirmed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#server/database/embedded.ts';
import { vouch } from '#server/database/ids.ts';
import { connectDatabase } from '#server/database/open.ts';
import { sql, statement } from '#server/database/query.ts';

/** What a writer tells: a batch that the database has confirmed. */
export interface Confirmed {
  batch: string;
}

/** What it is told. */
export interface Orders {
  dataDir: string;
  /** Settings of PostgreSQL that differ from the product's. */
  settings: Record<string, string>;
  /** How many rows a batch has; all of them or none may be found. */
  batchSize: number;
}

const tenant = vouch.tenant('01890000-0000-7000-8000-000000000001');
const writers = 8;

async function write({ dataDir, settings, batchSize }: Orders): Promise<void> {
  const embedded = await startEmbedded({ dataDir, settings });
  const { database, owner } = await connectDatabase(embedded.ownerUrl, { mayLose: true });
  await owner.query(`
    do $$ begin
      if to_regclass('batches') is null then
        create table batches (
          tenant_id uuid,
          batch text,
          part integer,
          primary key (tenant_id, batch, part)
        );
        call app.protect_tenant_table('batches');
      end if;
    end $$`);
  const insert = (batch: string, part: number) =>
    statement(sql`insert into batches values (${tenant}, ${batch}, ${part})`);

  async function writeOn(writer: number): Promise<void> {
    for (let n = 0; process.connected; n += 1) {
      const batch = `${process.pid}-${writer}-${n}`;
      try {
        await database.tenant(tenant, async (tx) => {
          for (let part = 0; part < batchSize; part += 1) await tx.run(insert(batch, part));
        });
        process.send?.({ batch } satisfies Confirmed);
      } catch {
        // Not confirmed: killed on the way. Once it is back, go on.
        await sleep(20);
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeOn(writer)));
  process.exit();
}

await write(JSON.parse(process.argv[2] ?? '') as Orders);
