import { z } from 'zod';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { resourceFields } from '#contract/entities/resources.ts';
import { contract } from '#contract/index.ts';
import { filtersOf } from '#contract/lists/declaration.ts';
import * as localLists from '#contract/lists/local.ts';
import { sources } from './files.ts';

type SubjectName = keyof typeof contract;

/** Screens of lists that the server filters, with the call that reads them. */
const serverLists: readonly [screen: string, subject: SubjectName, call: string][] = [
  ['/app/settings/organization/audit', 'audit', 'getAll'],
  ['/admin/tenants', 'tenants', 'getAllOfAll'],
  ['/admin/users', 'users', 'getAllOfAll'],
  ['/admin/users/:tenantId', 'members', 'getAllOfAll'],
  ['/admin/events', 'providerEvents', 'getAllOfAll'],
  ['/admin/cancellations', 'cancellations', 'getAllOfAll'],
  ['/admin/audit', 'audit', 'getAllOfAll'],
  ['/admin/dashboard/subscriptions', 'overview', 'getSubscriptions'],
  ['/admin/dashboard/movements', 'overview', 'getMovements'],
  ['/admin/dashboard/trials', 'overview', 'getTrials'],
  ['/admin/dashboard/retention', 'overview', 'getRetention'],
  ['/admin/dashboard/failed-invoices', 'overview', 'getFailedInvoices'],
];

/** Screens of lists that the browser filters, in panels where a page has several. */
const localScreens: Readonly<Record<keyof typeof localLists, string>> = {
  ownMemberList: '/app/settings/organization/members (also invitations, requests)',
  downloadList: '/app/resources',
  invoiceList:
    '/app/settings/organization/subscription, /admin/tenants/:tenantId/support (panels; the newest 100 of the payment provider)',
  purchaseList: '/app/settings/organization/subscription (panel; one-time purchases)',
  ownSupportActionList: '/app/settings/organization/subscription (panel; support actions)',
  supportActionList: '/admin/tenants/:tenantId/support (panel; support actions)',
  legalVersionList: '/admin/legal (panel; versions)',
  failedMailList: '/admin/mails',
  operatorList: '/admin/operators',
  couponList: '/admin/coupons',
  productList: '/admin/products',
  announcementList: '/admin/announcements',
};

/** Calls that the operator makes for several records, by screen. */
const bulkCalls: Readonly<Record<string, string>> = {
  '/admin/events': 'reprocess',
  '/admin/mails': 'send again',
};

/** Tables of the screens that are no lists of records, and why. */
const otherTables: Readonly<Record<string, string>> = {
  'admin/dashboard/revenue-months.tsx': 'the twelve months of a chart',
  'app/dashboard/period-table.tsx': 'the values of a chart',
  'admin/members/tenant-cancellations.tsx':
    'the latest ten of one organization; `/admin/cancellations` lists all',
  'admin/products/difference-table.tsx': 'a comparison with the payment provider',
  'admin/products/price-table.tsx': 'the prices of one product, in the order of its page',
  'admin/products/feature-table.tsx': 'the features of one product, in the order of its page',
  'app/settings/sso/sign-in-log.tsx': 'the newest sign-ins, to find the one of a reference',
  'app/settings/webhooks/deliveries.tsx':
    'what was sent to one endpoint in the last 30 days, by state',
  'app/settings/webhooks/delivery-columns.tsx': 'the columns of deliveries',
  'app/transactions/import/preview-table.tsx': 'the first rows of a file, before they are imported',
  'app/transactions/import/error-table.tsx': 'the first errors of a file, in its order',
  'app/transactions/import/import-list.tsx': 'the imports of CSV files, newest first, to undo one',
  'app/transactions/import/import-columns.tsx': 'the columns of imports',
  'app/settings/profile/notifications.tsx': 'a form with a row for each kind of notification',
};

const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;

/** Parameters of a query that are no filters. */
const others = new Set(['search', 'sort', 'descending', 'cursor', 'limit', 'ids']);

const endpointsOf = (subject: SubjectName) => (contract[subject] as Subject).endpoints;

/** Returns the names of the filters in a query; both ends of a range count as one. */
const filtersIn = (shape: Readonly<Record<string, unknown>>) => [
  ...new Set(
    Object.keys(shape)
      .filter((name) => !others.has(name))
      .map((name) => {
        const field = name.replace(/(From|To)$/, '');
        return `${field}From` in shape ? `${field} (range)` : name;
      }),
  ),
];

/** Returns the orders that a schema admits. */
const sortsIn = (sort: unknown) => {
  const options: unknown = sort instanceof z.ZodPrefault ? sort.unwrap() : sort;
  return options instanceof z.ZodEnum ? options.options.map(String) : [];
};

const serverRow = ([screen, subject, call]: (typeof serverLists)[number]) => {
  const endpoints = endpointsOf(subject);
  const { query } = endpoints[call] as Endpoint;
  const shape = (query?.shape ?? {}) as Readonly<Record<string, unknown>>;
  const exports =
    endpoints[call.replace(/^get(All)?/, 'export')] ??
    (call === 'getAll' ? endpoints['exportCsv'] : undefined);
  const isEntity = call === 'getAll' && 'getTotals' in endpoints;
  return row([
    screen,
    'server',
    'search' in shape ? 'yes' : '',
    filtersIn(shape).join(', '),
    sortsIn(shape['sort']).join(', '),
    isEntity ? `delete, ${bulkFields(endpoints)}export` : (bulkCalls[screen] ?? ''),
    exports ? 'CSV' : '',
    ['number', ...(isEntity ? sumsOf(endpoints) : [])].join(', '),
  ]);
};

/** Returns the fields that a call sets in several records. */
const bulkFields = ({ updateMany }: Subject['endpoints']) => {
  const changes = (updateMany?.body as z.ZodObject | undefined)?.shape['changes'];
  const shape = changes instanceof z.ZodObject ? changes.shape : {};
  return Object.keys(shape)
    .map((field) => `change ${field}, `)
    .join('');
};

const sumsOf = ({ getTotals }: Subject['endpoints']) => {
  const sums = (getTotals?.reply as z.ZodObject | undefined)?.shape['sums'] as
    | z.ZodNullable<z.ZodObject>
    | undefined;
  return sums ? Object.keys(sums.unwrap().shape) : [];
};

type LocalList = FilterSource & { search: readonly string[]; sorts: readonly string[] };
type FilterSource = Parameters<typeof filtersOf>[0];

const declared: Readonly<Record<string, LocalList>> = { ...localLists };

const localRow = ([name, screen]: [string, string]) => {
  const list = declared[name];
  if (!list) throw new Error(`contract/lists/local.ts has no ${name}`);
  const filters = filtersOf(list).map(({ field, shape }) =>
    shape === 'range' ? `${field} (range)` : field,
  );
  const sorts = list.sorts.join(', ');
  const totals = isCounted(name, screen) ? 'number' : '';
  const search = list.search.join(', ');
  return row([
    screen,
    'browser',
    search,
    filters.join(', '),
    sorts,
    bulkCalls[screen] ?? '',
    'CSV',
    totals,
  ]);
};

const isCounted = (name: string, screen: string) =>
  !screen.includes('(panel') && !['ownMemberList', 'operatorList'].includes(name);

/** Entities that are loaded completely: the browser searches and sorts all fields, and filters by their kinds. */
const completeEntities = [['/admin/resources', resourceFields]] as const;

const completeRow = ([screen, fields]: (typeof completeEntities)[number]) => {
  const names = Object.keys(fields).join(', ');
  // Several products of a field are no choice of one value.
  const shown = Object.entries(fields).filter(([, { kind }]) => kind !== 'SubscriptionProducts');
  return row([
    screen,
    'browser',
    names,
    shown.map(([name]) => name).join(', '),
    names,
    '',
    'CSV',
    'number',
  ]);
};

/** Lists of entities: a declared list has totals. Their screens have the names of their subjects. */
const entities = (): typeof serverLists =>
  (Object.keys(contract) as SubjectName[])
    .filter((subject) => 'getTotals' in endpointsOf(subject))
    .map((subject) => [`/app/${subject}`, subject, 'getAll']);

/** Returns the tables of `docs/lists.md`. */
export const listTables = () =>
  [
    '\n## Lists\n',
    row(['screen', 'filtered by', 'search', 'filters', 'orders', 'selection', 'export', 'totals']),
    row(Array.from({ length: 8 }, () => '---')),
    ...entities().map((list) => serverRow(list)),
    ...serverLists.map((list) => serverRow(list)),
    ...Object.entries(localScreens).map((list) => localRow(list)),
    ...completeEntities.map((list) => completeRow(list)),
    '\n## Other tables\n',
    row(['file in `src/web/pages`', 'shows']),
    row(['---', '---']),
    ...Object.entries(otherTables).map(([file, shows]) => row([`\`${file}\``, shows])),
    '',
  ].join('\n');

/** Returns tables of the app and the portal that are neither lists nor known exceptions. */
export const unknownTables = () =>
  sources()
    .filter(({ path }) => /^src\/web\/pages\/(app|admin)\//.test(path))
    .filter(({ text }) => text.includes("from '#web/ui/table.tsx'") || text.includes('<table'))
    .map(({ path }) => path.slice('src/web/pages/'.length))
    .filter((path) => !(path in otherTables))
    .map((path) => `src/web/pages/${path}: a list of records uses DataList; see tools/lists.ts`);
