import { escapeLiteral, type QueryConfig } from 'pg';
import { scopes, type ScopeStatements } from '#server/platform/database/isolation/scopes.ts';

/** Writes what sets a parameter in the only form that Citus repeats on the nodes (`citus.propagate_set_commands`). */
const repeated = (statements: QueryConfig[]): QueryConfig[] =>
  statements.map((statement) => {
    const { name = '', values: [value] = [] } = statement;
    const parameter = /^set_(\w+)$/.exec(name)?.[1];
    return parameter === undefined
      ? statement
      : { text: `set local app.${parameter} = ${escapeLiteral(String(value))}` };
  });

/** Statements that open scopes on the coordinator and the nodes of a cluster. */
export const clusterScopes: ScopeStatements = {
  tenant: (tenant) => repeated(scopes.tenant(tenant)),
  // Other nodes can compare with the person's organizations, but not find them.
  person: (user) => [
    ...repeated(scopes.person(user)),
    {
      name: 'set_scope_tenants',
      text: `select app.set_local('tenants', array_to_string(array(select app.my_tenants()), ','))`,
    },
  ],
  account: (account) => repeated(scopes.account(account)),
  system: () => repeated(scopes.system()),
  actor: (actor) => repeated(scopes.actor(actor)),
};
