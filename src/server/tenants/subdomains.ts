/** Subdomains reserved for the product itself (R-ORG-06). */
const reservedSubdomains = new Set(
  (
    'admin api app assets blog cdn docs files help hub mail pregao sandbox static status support ' +
    'www'
  ).split(' '),
);

export const isReservedSubdomain = (subdomain: string) => reservedSubdomains.has(subdomain);
