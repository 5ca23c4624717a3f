import type { Pool } from 'pg';

interface Finding {
  role: string;
  mighty: boolean;
  owns: boolean;
  careless: string[];
}

const inspection = `
  select
    current_user as role,
    exists (
      select from pg_roles
      where (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')
    ) as mighty,
    exists (
      select from pg_class
      where pg_has_role(current_user, relowner, 'member')
        and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    ) as owns,
    array(
      select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    ) as careless`;

/**
 * Refuses a database on which the product's promises would be empty: a role that row-level security
 * does not bind, or a server that loses what it has confirmed (`mayLose` admits it, for tests).
 */
export async function inspect(pool: Pool, mayLose: boolean): Promise<void> {
  const { rows } = await pool.query<Finding>(inspection);
  const { role, mighty, owns, careless } = rows[0] as Finding;
  if (mighty) {
    throw new Error(`The role ${role} is a superuser or bypasses row-level security: refused.`);
  }
  if (owns) {
    throw new Error(`The role ${role} owns tables, so their policies do not bind it: refused.`);
  }
  if (careless.length > 0 && !mayLose) {
    throw new Error(
      `The database could lose confirmed data: ${careless.join(', ')} off. Switch it on.`,
    );
  }
}
