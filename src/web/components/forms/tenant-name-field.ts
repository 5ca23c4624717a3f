/** Returns the field that shows a refusal of an organization's name or address, such as one that is taken. */
export function tenantNameField(name: string) {
  if (name.startsWith('tenant.subdomain')) return 'subdomain';
  if (name === 'account.verify.organizationTaken') return 'name';
  return (['name', 'subdomain', 'domain'] as const).find((known) => known === name);
}
