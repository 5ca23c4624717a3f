import type { RomanceTexts } from '#locales/texts.ts';

export const dashboard: RomanceTexts['app']['dashboard'] = {
  title: 'Painel',
  greeting: 'Olá, {{name}}',
  newTransaction: 'Nova transação',
  period: {
    label: 'Período',
    thisMonth: 'Este mês',
    lastMonth: 'Mês passado',
    thisYear: 'Este ano',
    custom: 'Outras datas',
    from: 'De',
    to: 'Até',
    order: 'O fim não pode ser antes do início, nem mais de cem anos depois.',
  },
  upgradeTitle: 'As transações fazem parte do plano {{product}}',
  upgradeText:
    'Registre o que você compra e vende e veja os totais de cada mês. Seu plano atual não inclui transações.',
  keptTitle_one: '{{count}} transação está guardada',
  keptTitle_many: '{{count}} de transações estão guardadas',
  keptTitle_other: '{{count}} transações estão guardadas',
  keptText:
    'Escolha um plano com transações para ver de novo o que você registrou. Os proprietários também podem exportar tudo.',
};
