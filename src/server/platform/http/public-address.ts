import { BlockList, isIP } from 'node:net';

/** Returns a list of address blocks. */
function blocksOf(family: 'ipv4' | 'ipv6', blocks: string) {
  const list = new BlockList();
  for (const block of blocks.split(' ')) {
    const [net = '', prefix] = block.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

// Blocks that are not of the public internet (IANA special-purpose registries); apart, as a list takes an IPv4 address
// for its mapped form, which no IPv6 block may allow.
const special4 = blocksOf(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 ' +
    '203.0.113.0/24 224.0.0.0/3',
);
/**
 * All but global unicast (2000::/3), also IPv4-compatible and -mapped addresses and NAT64; in it Teredo and other
 * assignments to protocols, documentation, 6to4.
 */
const special6 = blocksOf(
  'ipv6',
  '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
);

/** The end of an IPv6 address whose host is named by an IPv4 address (ISATAP, RFC 5214 §6.1). */
const isatap = /(?:::|:0:|:200:)5efe(?:::|:[\da-f]+:[\da-f]+)$/;

/** Returns true for an IP address of the public internet, which holds no other one by which it is reached (R-SSO-09). */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  // An address with a zone is of a link.
  if (version === 0 || address.includes('%')) return false;
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return !special6.check(written, 'ipv6') && !isatap.test(written);
}
