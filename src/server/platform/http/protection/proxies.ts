import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Trusted proxies between a visitor and this process. */
export type TrustedProxies = ReturnType<typeof trustedProxiesOf>;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns the proxies of `TRUST_PROXY`: addresses, or networks such as `10.0.0.0/8`. */
export function trustedProxiesOf(trusted: readonly string[]) {
  const ours = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) ours.addAddress(address, familyOf(address));
    else ours.addSubnet(address, Number(bits), familyOf(address));
  }
  // Every request asks several times; a look into the list costs microseconds.
  const trusts = (address: string) =>
    trusted.length > 0 && isIP(address) !== 0 && ours.check(address, familyOf(address));
  const connected = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  return {
    isTrusted: trusts,
    /** Returns the client address of a request: the last hop that is not a trusted proxy. */
    clientAddress: (request: IncomingMessage) => {
      const named = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      const hops = [...named.map((hop) => hop.trim()).filter(Boolean), connected(request)];
      return hops.findLast((hop) => !trusts(hop)) ?? hops[0] ?? '';
    },
    /** Returns true if a trusted proxy opened the connection. */
    isFromProxy: (request: IncomingMessage) => trusts(connected(request)),
  };
}
