import { adminSubdomain } from '#server/tenants/rules.ts';

/** The operator's own organization: it has everything and pays nothing. */
export const isOperators = ({ subdomain }: { subdomain: string }) => subdomain === adminSubdomain;
