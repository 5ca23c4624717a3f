import { startNameServer } from '#tools/kit/name-server.ts';

/** Name server of all products that the tests of this process start. */
export const nameServer = await startNameServer();
