import type { KnipConfig } from 'knip';

export default {
  // What starts neither from a script of package.json nor from a tool that knip knows.
  entry: ['tools/{doctor,house-lint}.ts'],
  project: ['src/**/*.{ts,tsx,css}', 'tools/**/*.ts', 'e2e/**/*.ts'],
  // A type may be exported to name what an exported function takes.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
