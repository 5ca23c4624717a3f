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
  members: 'Membros',
  membersOf: '{{count}} de {{max}}',
  membersUnlimited: '{{count}}, sem limite',
  plansHint: 'Todos os planos, com preços em {{currency}}.',
  adminTenant: 'A organização do operador não pode ter assinatura.',
  invoices: 'Faturas',
  date: 'Data',
  number: 'Número',
  total: 'Total',
};
