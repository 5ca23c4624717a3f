import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Which of the addresses between a visitor and this process are proxies of ours. */
export type Proxies = {
  /** Whether what this address says about the caller counts. */
  trusts: (address: string) => boolean;
  /** Whose request it is: the last address that no proxy of ours has. */
  callerOf: (request: IncomingMessage) => string;
  /** Whether a proxy of ours handed it over. */
  handedOver: (request: IncomingMessage) => boolean;
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The proxies of `TRUST_PROXY`: addresses, or networks as `10.0.0.0/8`. */
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
