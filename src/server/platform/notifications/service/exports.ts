import { randomUUID } from 'node:crypto';
import type { FileResponse } from '#contract/endpoint.ts';
import type { GuardedReader, Member } from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { senderAndName } from './member-changes.ts';
import { notify } from './notify.ts';

type ExportHandler<C> = (call: C) => Promise<FileResponse>;

/** Returns a handler that also notifies owners and admins, once the file has been read to its end (R-NTF-02). */
export const notifyingExport =
  <C extends { tenant: GuardedReader }>(
    context: MailSiteContext,
    handle: ExportHandler<C>,
  ): ExportHandler<C> =>
  async (call) => {
    const member = await call.tenant.authorized();
    const file = await handle(call);
    if (!('content' in file)) return file;
    const { content } = file;
    async function* readAndNotify() {
      yield* content;
      await notifyOfExport(context, member, file.name);
    }
    return { ...file, content: readAndNotify() };
  };

/** Tells all but who exported: a key or an operator who acts as a member is no reason to leave out that member. */
const notifyOfExport = (context: MailSiteContext, { tenant, session }: Member, file: string) =>
  tenant.run(async (tx) => {
    const { sender, person } = await senderAndName(tx, context, session.user);
    await notify(tx, sender, {
      kind: 'exportFinished',
      cause: randomUUID(),
      details: { person, file },
      except: session.impersonator === null && session.key === null ? session.user : null,
    });
  });
