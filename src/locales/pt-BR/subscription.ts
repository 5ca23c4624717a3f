import type { RomanceTexts } from '#locales/texts.ts';

export const subscription: RomanceTexts['subscription'] = {
  title: 'Assinatura',
  current: 'Plano atual',
  none: 'Você não tem uma assinatura ativa.',
  began: 'Início',
  trialEnds: 'Fim do teste',
  status: {
    active: 'Ativa',
    trialing: 'Em teste',
    past_due: 'Em atraso',
    canceled: 'Cancelada',
  },
  usage: {
    of: '{{used}} de {{included}}',
    unlimited: '{{used}} (sem limite)',
    title: 'Uso',
    text: 'O que sua organização usa do plano.',
    members: 'Vagas (membros e convites)',
    transactions: 'Transações neste mês',
    storage: 'Armazenamento de imagens',
    near: 'Quase no limite',
    reached: 'Limite atingido',
    resets: 'Recomeça em {{date}}',
    upgrade: 'Ver planos',
  },
  plansHint: 'Todos os planos, com preços em {{currency}}.',
  adminTenant: 'A organização do operador não pode ter assinatura.',
  invoices: 'Faturas',
  date: 'Data',
  number: 'Número',
  total: 'Total',
};
