import type { RomanceTexts } from '#locales/texts.ts';

export const dashboard: RomanceTexts['dashboard'] = {
  title: 'Panel',
  greeting: 'Hola, {{name}}',
  newTransaction: 'Nueva transacción',
  months_one: 'Último {{count}} mes',
  months_many: 'Últimos {{count}} de meses',
  months_other: 'Últimos {{count}} meses',
  perMonth: 'Por mes',
  thisMonth: 'Este mes',
  lastMonth: 'Mes pasado',
  change: '{{percent}} respecto a {{days}}',
  runningTotals: 'Total por día, este mes y el mes pasado',
  count_one: '{{count}} transacción',
  count_many: '{{count}} de transacciones',
  count_other: '{{count}} transacciones',
  latestOnly: 'Con base en las últimas {{formatted}} transacciones.',
  emptyTitle: 'Registra tu primera transacción',
  emptyText: 'Aquí aparecerán los totales de cada mes.',
  latest: 'Últimas transacciones',
  seeAll: 'Ver todas',
  upgradeTitle: 'Las transacciones vienen con el plan {{product}}',
  upgradeText:
    'Registra lo que compras y vendes y consulta los totales de cada mes. Tu plan actual no incluye transacciones.',
  upgrade: 'Ver planes',
};
