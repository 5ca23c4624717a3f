import { transaction } from '#contract/transactions.ts';

/** Expressions of the fields that are not a column as it is. */
const expressions: Record<string, string> = {
  price: 'price::float8 / 100',
  amount: '(quantity * price)::float8 / 100',
  date: 'date::text',
  currency: '(select transaction_currency from tenants where id = $1)',
};
const columnOf = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// In the order of the product's fields, so that rows are the response.
const fields = Object.keys(transaction.shape)
  .map((name) => `${expressions[name] ?? columnOf(name)} as "${name}"`)
  .join(', ');

const newest = 'order by transactions.date desc, id desc limit $2';

/** Statements of the ceilings: the product's rows, without permissions and row-level security. */
export const bareStatements = {
  session: `select user_id from sessions
    where token_hash = $1 and revoked_at is null and expires_at > now()`,
  account: 'select id, password_hash from users where lower(email) = $1',
  openSession: `insert into sessions (token_hash, user_id, expires_at)
    values ($1, $2, now() + interval '14 days')`,
  list: `select ${fields} from transactions where tenant_id = $1 ${newest}`,
  page: `select ${fields} from transactions
    where tenant_id = $1 and (transactions.date, id) < ($3::date, $4::uuid) ${newest}`,
  transaction: `select ${fields} from transactions where tenant_id = $1 and id = $2`,
  insert: `insert into transactions (tenant_id, description, quantity, price, date, category)
    values ($1, $2, $3, $4, $5, $6) returning ${fields}`,
  update: `update transactions
    set description = $2, quantity = $3, price = $4, date = $5, category = $6
    where tenant_id = $1 and id = $7 returning ${fields}`,
  members: `
    select member.id, member.tenant_id as "tenantId", member.user_id as "userId", email,
      coalesce(member.first_name, users.first_name) as "firstName",
      coalesce(member.last_name, users.last_name) as "lastName",
      coalesce(member.phone, users.phone) as phone, role, status, joined, status = 2 as accepted,
      case status when 0 then '' else avatar end as avatar
    from memberships member join users on users.id = member.user_id
    where member.tenant_id = $1 order by role, member.id`,
  /** Statements of the price list. */
  products: [
    'select * from subscription_products order by tier, id',
    'select * from subscription_prices order by billing_period, currency desc, id',
    'select * from subscription_features order by "order", id',
  ],
};
