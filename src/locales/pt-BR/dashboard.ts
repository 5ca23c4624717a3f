import type { RomanceTexts } from '#locales/texts.ts';

export const dashboard: RomanceTexts['dashboard'] = {
  title: 'Painel',
  greeting: 'Olá, {{name}}',
  newTransaction: 'Nova transação',
  months_one: 'Último {{count}} mês',
  months_many: 'Últimos {{count}} de meses',
  months_other: 'Últimos {{count}} meses',
  perMonth: 'Por mês',
  thisMonth: 'Este mês',
  lastMonth: 'Mês passado',
  change: '{{percent}} em relação a {{days}}',
  runningTotals: 'Total por dia, neste mês e no mês passado',
  count_one: '{{count}} transação',
  count_many: '{{count}} de transações',
  count_other: '{{count}} transações',
  latestOnly: 'Com base nas últimas {{formatted}} transações.',
  emptyTitle: 'Registre sua primeira transação',
  emptyText: 'Os totais de cada mês aparecerão aqui.',
  latest: 'Últimas transações',
  seeAll: 'Ver todas',
  upgradeTitle: 'As transações fazem parte do plano {{product}}',
  upgradeText:
    'Registre o que você compra e vende e veja os totais de cada mês. Seu plano atual não inclui transações.',
  upgrade: 'Ver planos',
};
