import { operatorAllows, operatorRoles, type OperatorRole } from '#contract/access.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

const rolesOf = ({ access, method }: Endpoint): OperatorRole[] =>
  access.who === 'operator'
    ? operatorRoles.filter((role) => operatorAllows(access, method, role))
    : [];

/**
 * Roles that may make each call for operators, by `subject/call`. Only the portal loads it; other pages need
 * no more than the routes.
 */
export const operatorCalls: Readonly<Record<string, readonly OperatorRole[]>> = Object.fromEntries(
  Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints)
      .filter(([, { access }]) => access.who === 'operator')
      .map(([call, endpoint]) => [`${subject}/${call}`, rolesOf(endpoint)]),
  ),
);
