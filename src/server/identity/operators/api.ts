import type { operators } from '#contract/operators/operators.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { acceptAsOperator, getInvitation } from './service/accept.ts';
import { inviteOperator, withdraw } from './service/invite.ts';
import { list } from './service/list.ts';
import { remove } from './service/remove.ts';
import { update } from './service/update.ts';

export function operatorsApi(context: AppContext): Handlers<typeof operators> {
  const { database } = context;
  return {
    getAll: () => list(database),
    invite: ({ session, body, locale }) => inviteOperator(context, { session, body, locale }),
    update: ({ params, body }) => update(database, { ...params, ...body }),
    remove: ({ params }) => remove(context, params.id),
    withdraw: ({ params }) => withdraw(database, params.id),
    getInvitation: ({ params }) => getInvitation(database, params.token),
    accept: (call) => acceptAsOperator(context, call),
  };
}
