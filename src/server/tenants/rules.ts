/** Subdomains reserved for the product itself (R-ORG-06). */
const reserved = new Set(
  (
    'admin api app assets blog cdn docs files help hub mail pregao sandbox static status support ' +
    'www'
  ).split(' '),
);

export const adminSubdomain = 'admin';

export const isReserved = (subdomain: string) => reserved.has(subdomain);
