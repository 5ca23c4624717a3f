import { randomUUIDv7 } from 'node:crypto';
import { Role } from '#contract/access.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { Joined, MemberStatus } from '#contract/statuses.ts';
import type { tenants } from '#contract/tenants.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { choosePlan, recordPlan, withPlan } from '#server/subscriptions/service.ts';
import { getSelf } from '#server/users/service/present.ts';

type Organization = Input<(typeof tenants)['endpoints']['create']>['body'];

/** Creates an organization of the signed-in person; it becomes their current and default one. */
export async function createOwn(house: House, session: Session, input: Organization) {
  const { database } = house;
  const price = await choosePlan(database, input.selectedSubscription);
  if (await database.system((tx) => isNameTaken(tx, input.name))) throw nameTaken();
  const { email } = await database.system((tx) =>
    tx.one(db.selectFrom('users').select('email').where('id', '=', session.user)),
  );
  const id = vouch.tenant(randomUUIDv7());
  const who = { tenantId: id, name: input.name, email };
  await withPlan(house.gateway, { price, who }, (plan) =>
    database.tenant(id, async (tx) => {
      await createTenant(tx, {
        id,
        owner: session.user,
        name: input.name,
        ...(input.appTheme && { app_theme: input.appTheme }),
        ...(input.appColor && { app_color: input.appColor }),
      });
      await recordPlan(tx, id, plan);
      await tx.run(
        db.updateTable('users').set({ default_tenant_id: id }).where('id', '=', session.user),
      );
    }),
  ).catch((error: unknown) => {
    throw isUniqueViolation(error, 'tenants_name_key') ? nameTaken() : error;
  });
  return { user: await getSelf(database, session.user), token: session.token };
}

type NewTenant = {
  id: TenantId;
  name: string;
  owner: string;
  subdomain?: string;
  app_theme?: string;
  app_color?: string;
  /** What the owner is called in it until they have proven who they are and claim it; null: now. */
  unproven?: { first_name: string; last_name: string; phone: string } | null;
};

/** Creates an organization in its own scope; its creator owns it and opens it by default. */
export async function createTenant(tx: Transaction, { owner, unproven, ...tenant }: NewTenant) {
  await tx.run(db.insertInto('tenants').values(tenant));
  await tx.run(
    db.insertInto('memberships').values({
      tenant_id: tenant.id,
      user_id: owner,
      role: Role.Owner,
      status: unproven ? MemberStatus.PendingInvitation : MemberStatus.Active,
      joined: Joined.Creator,
      ...unproven,
    }),
  );
  if (unproven) return;
  await tx.run(
    db
      .updateTable('users')
      .set({ default_tenant_id: tenant.id })
      .where('id', '=', owner)
      .where('default_tenant_id', 'is', null),
  );
}

/** Gives somebody who has just proven who they are what was registered for them (decisions/0010). */
export const claimRegistered = (tx: Transaction, userId: string) =>
  tx.run(statement(sql`select app.claim_registered(${userId}::uuid)`));

/** Whether an organization has this name, in whatever case. */
export async function isNameTaken(tx: Transaction, name: string) {
  const question = sql<{ taken: boolean }>`select app.is_tenant_name_taken(${name}) as taken`;
  return (await tx.one(statement(question))).taken;
}

const nameTaken = () => new Failure('account.verify.organizationTaken');
