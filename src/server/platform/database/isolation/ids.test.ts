import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('only the guard turns a string into the id of a tenant (R-SEC-02)', () => {
  const sources = globSync('src/server/**/*.ts').filter(
    (path) => !/\/test\/|\.test\.ts$/.test(path),
  );
  const callers = sources.filter((path) =>
    /trusted\.tenantId\(|as TenantId/.test(readFileSync(path, 'utf8')),
  );
  expect(callers.toSorted()).toEqual([
    'src/server/platform/database/isolation/ids.ts',
    'src/server/platform/http/contract/guard.ts',
  ]);
});
