import type { KnipConfig } from 'knip';

export default {
  workspaces: {
    '.': {
      // What starts without a line in package.json that knip understands.
      entry: [
        'src/{server,backup}/main.ts',
        'src/server/{check-config,ready}.ts',
        'src/server/platform/database/cluster/main.ts',
        'src/web/layouts/site-script.ts',
        'src/web/components/installed/service-worker.ts',
        'src/web/session/load-route-module.ts',
        'tools/{access,doctor,screens,guides,smoke}.ts',
        // What `tools/node` runs: scripts of package.json.
        'tools/{build,check,db-types,test}.ts',
        'tools/{api,demo,generate,new,package}/main.ts',
        'packages/{bench,longrun}/main.ts',
        // Named by path in packages/longrun/runs.ts, or started by one that is.
        'packages/longrun/{*,identity-providers/main}.ts',
        // Started by tests.
        'src/server/test/*-process.ts',
      ],
      project: [
        'src/**/*.{ts,tsx,css}',
        '{tools,packages}/**/*.ts',
        '!packages/*/dependencies/**',
        'e2e/**/*.ts',
      ],
    },
    'packages/stripe-sandbox': { entry: ['main.ts'], project: ['**/*.ts'] },
  },
  // Programs of a Linux system.
  ignoreBinaries: ['mount', 'umount', 'strip', 'taskset', 'unshare'],
  // Started by its path.
  ignoreDependencies: ['oxfmt'],
  // A type may be exported to name what an exported function takes.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
