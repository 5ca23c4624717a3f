import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Trusted proxies between a visitor and this process. */
export type Proxies = {
  /** Returns true if this address is a trusted proxy. */
  trusts: (address: string) => boolean;
  /** Returns the client address of a request: the last hop that is not a trusted proxy. */
  callerOf: (request: IncomingMessage) => string;
  /** Returns true if a trusted proxy opened the connection. */
  handedOver: (request: IncomingMessage) => boolean;
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns the proxies of `TRUST_PROXY`: addresses, or networks such as `10.0.0.0/8`. */
export function proxiesOf(trusted: readonly string[]): Proxies {
  const ours = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) ours.addAddress(address, familyOf(address));
    else ours.addSubnet(address, Number(bits), familyOf(address));
  }
  const trusts = (address: string) => isIP(address) !== 0 && ours.check(address, familyOf(address));
  const connected = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  return {
    trusts,
    callerOf: (request) => {
      const named = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      const hops = [...named.map((hop) => hop.trim()).filter(Boolean), connected(request)];
      return hops.findLast((hop) => !trusts(hop)) ?? hops[0] ?? '';
    },
    handedOver: (request) => trusts(connected(request)),
  };
}
