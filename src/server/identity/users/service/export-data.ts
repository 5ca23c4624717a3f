import { Readable } from 'node:stream';
import type { FileResponse } from '#contract/endpoint.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import {
  loadCurrentRights,
  PermissionRevoked,
} from '#server/platform/http/contract/current-rights.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { productBrand } from '#server/platform/mail/brand.ts';
import { readPersonalData } from './personal-data.ts';

/** Version of the file's structure: a change that breaks programs that read it increases it. */
const formatVersion = 1;

/**
 * Exports everything that is stored about the caller as JSON (R-DAT-01), read page by page, so that memory use does not
 * depend on its length. The export is audited, and breaks off when the session ends (R-DAT-04).
 */
export async function exportData(
  { database, storage }: AppContext,
  session: AuthSession,
): Promise<FileResponse> {
  const { user } = session;
  await database.account({ id: user }, (tx) =>
    recordAuditEvent(tx, { action: 'user.exported', person: user }),
  );
  const assertAllowed = async () => {
    const rights = await loadCurrentRights(database, session, { tenant: null, scope: null });
    if (!rights) throw new PermissionRevoked();
  };
  return {
    name: 'personal-data.json',
    type: 'application/json; charset=utf-8',
    content: Readable.from(writeFile(readPersonalData({ database, storage, assertAllowed }, user))),
  };
}

/** Writes the parts as the members of one indented JSON object. */
async function* writeFile(parts: ReturnType<typeof readPersonalData>) {
  const about = {
    product: productBrand.name,
    exportedAt: new Date().toISOString(),
    formatVersion,
  };
  yield `{\n  "about": ${indented(about, 2)}`;
  for await (const part of parts) {
    yield `,\n  ${JSON.stringify(part.name)}: `;
    if ('value' in part) yield indented(part.value, 2);
    else yield* writeList(part.items);
  }
  yield '\n}\n';
}

async function* writeList(items: AsyncIterable<unknown>) {
  let isEmpty = true;
  for await (const item of items) {
    yield `${isEmpty ? '[' : ','}\n    ${indented(item, 4)}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : '\n  ]';
}

/** Returns a value as JSON whose further lines are indented by a number of blanks. */
const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);
