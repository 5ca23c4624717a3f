import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApplication } from '#server/test/application.ts';

type Owner = TestApplication['open']['owner'];
type Values = Record<string, unknown>;
type Person = { id: string; email: string };

const bytes = () => randomBytes(32);
const later = () => new Date(Date.now() + 3_600_000);

const inserter = (owner: Owner) => async (table: string, values: Values) => {
  const columns = Object.keys(values);
  const { rows } = await owner.query<{ id: string }>(
    `insert into ${table} (${columns.join(', ')})
     values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(values),
  );
  return rows[0]?.id ?? '';
};

/** Inserts a row of a person into each table that has rows of accounts. */
export async function insertAccountRows(owner: Owner, { id: user_id, email }: Person, tag: string) {
  const insert = inserter(owner);
  const expires_at = later();
  await owner.query(
    `update users set password_hash = $2, google_sub = $3, accepted_terms = 3 where id = $1`,
    [user_id, `$argon2id$${randomUUID()}`, `google-${tag}`],
  );
  const used = { user_id, user_agent: `Browser ${tag}`, expires_at };
  await insert('sessions', { ...used, token_hash: bytes(), network: bytes(), device: bytes() });
  await insert('remembered_devices', { ...used, device: bytes() });
  await insert('totp_factors', { user_id, secret: bytes() });
  const key = { credential_id: bytes(), public_key: bytes(), counter: 0, backed_up: true };
  await insert('passkeys', { user_id, name: `Passkey ${tag}`, ...key });
  await insert('recovery_codes', { user_id, salt: bytes(), code_hash: bytes() });
  const link = { purpose: 'undoEmail', address: `former-${tag}@example.com`, expires_at };
  await insert('tokens', { user_id, token_hash: bytes(), ...link });
  const announcement_id = await insert('announcements', {
    severity: 'information',
    texts: {},
    title: 'Maintenance',
    dismissible: true,
    starts_at: new Date(),
    // Otherwise the job of the minute notifies the members.
    notified_at: new Date(),
  });
  await insert('announcement_dismissals', { user_id, announcement_id });
  const body = { text: `https://pregao.test/${tag}`, html: `<p>https://pregao.test/${tag}</p>` };
  const mail = { subject: `Subject ${tag}`, locale: 'pt-BR', unsubscribe_url: `https://${tag}` };
  await insert('emails', { recipient: email.toUpperCase(), ...mail, ...body });
  await owner.query(
    `insert into billing_trials (fingerprint, operation_id) values (app.trial_identity($1), $2)`,
    [email, randomUUID()],
  );
}

/** Inserts a row of a member into each table that has rows of organizations. */
export async function insertMemberRows(
  owner: Owner,
  { id: user_id, email }: Person,
  { tenant: tenant_id, tag }: { tenant: string; tag: string },
) {
  const insert = inserter(owner);
  const notice = { kind: 'planChanged', cause: randomUUID(), details: { plan: `Plan ${tag}` } };
  await insert('notifications', { tenant_id, user_id, ...notice, shown: true, in_digest: false });
  const said = { message: `Message ${tag}`, user_name: `Name ${tag}`, client_id: randomUUID() };
  const { rows } = await owner.query<{ next: number }>(
    'select count(*)::int + 1 as next from chat_messages where tenant_id = $1',
    [tenant_id],
  );
  const position = rows[0]?.next;
  await insert('chat_messages', { tenant_id, user_id, position, ...said });
  await insert('chat_reads', { tenant_id, user_id, position });
  const about = { description: 'PETR4', quantity: 1, price: 1, date: '2026-03-01' };
  const transaction_id = await insert('transactions', { tenant_id, ...about });
  await insert('comments', { tenant_id, user_id, transaction_id, comment: `Comment ${tag}` });
  const key = { name: `Key ${tag}`, prefix: 'prg_abc', role: 2, scopes: ['transactions:read'] };
  const hashes = { token_hash: bytes(), former_hash: bytes() };
  await insert('api_keys', { tenant_id, created_by: user_id, ...key, ...hashes });
  const issuer = 'https://idp.example.com';
  await insert('sso_identities', { tenant_id, user_id, issuer, subject: `Subject of ${tag}` });
  const signIn = { protocol: 'oidc', outcome: 'sso.domain', reference: `reference-${tag}` };
  await insert('sso_events', { tenant_id, email, ...signIn });
  const operation = { kind: 'buy', subject: randomUUID(), state: 'done', requested_by: bytes() };
  await insert('billing_operations', { for_tenant: tenant_id, user_id, ...operation });
  const target_id = await cancel(owner, tenant_id, `Comment ${tag}`);
  const cancelled = { action: 'cancellation.created', target_id };
  await insert('audit_log', { tenant_id, actor_id: user_id, ...cancelled });
}

const cancel = async (owner: Owner, tenant: string, comment: string) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into cancellations (tenant_id, tenant_product_id, reason, comment, withdrawn_at)
     select tenant_id, id, 'other', $2, now() from tenant_products where tenant_id = $1 limit 1 returning id`,
    [tenant, comment],
  );
  return rows[0]?.id ?? '';
};
