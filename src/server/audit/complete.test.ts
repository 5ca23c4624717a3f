import { afterAll, afterEach, expect, test } from 'vitest';
import { auditActions } from '#contract/audit-actions.ts';
import { exampleOf } from '#contract/test/examples/index.ts';
import { recordStatements, findCrossTenantQueries } from '#server/database/test/statements.ts';
import { allEndpoints } from '#server/http/test/endpoints.ts';
import { exampleRunner } from '#server/http/test/run-examples.ts';
import { testApplication } from '#server/test/application.ts';

/**
 * Every endpoint that changes data writes the audit entry of its example, with its actor (R-SEC-13). An
 * endpoint without an example, or without an entry or a reason in it, does not compile.
 */
const product = await testApplication();
const { sent, stop } = recordStatements();
afterAll(stop);
const { run, undo } = await exampleRunner(product);
afterEach(undo);

const audited = allEndpoints.flatMap((call) => {
  const { audit } = exampleOf(call.name);
  return typeof audit === 'string' ? [{ ...call, audit }] : [];
});

/** Returns the id of the newest entry. */
const newestEntry = async () => {
  const { rows } = await product.open.owner.query<{ id: string }>(
    'select id from audit_log order by id desc limit 1',
  );
  return rows[0]?.id;
};

/** Returns the entries of the last request, if they are newer than this one. */
const lastEntries = async (before: string | undefined) => {
  const { rows } = await product.open.owner.query<{ action: string; actor_id: string | null }>(
    `select action, actor_id from audit_log
     where id > $1 and request_id = (
       select request_id from audit_log where request_id is not null order by id desc limit 1)`,
    [before],
  );
  return rows;
};

test.each(audited)('$name is logged with its actor (R-SEC-13)', async (call) => {
  const before = await newestEntry();
  const actor = await run(call);
  const entries = await lastEntries(before);
  const actions = entries.map(({ action }) => action);
  expect(actions).toContain(call.audit);
  expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([actor]));
  const known: readonly string[] = auditActions;
  expect(actions.filter((action) => !known.includes(action))).toEqual([]);
});

// Checked here because all writes have just run (docs/scaling.md).
test('every statement filters by its tenant', async () => {
  const { strays, tables } = await findCrossTenantQueries(sent, product.open.owner);
  expect(strays).toEqual([]);
  expect([...tables]).toEqual(
    expect.arrayContaining(['memberships', 'tenant_products', 'tenants', 'transactions', 'users']),
  );
});
