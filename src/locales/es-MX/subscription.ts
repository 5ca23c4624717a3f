import type { RomanceTexts } from '#locales/texts.ts';

export const subscription: RomanceTexts['subscription'] = {
  title: 'Suscripción',
  current: 'Plan actual',
  none: 'No tienes una suscripción activa.',
  began: 'Inicio',
  trialEnds: 'Fin de la prueba',
  status: {
    active: 'Activa',
    trialing: 'En prueba',
    past_due: 'Vencida',
    canceled: 'Cancelada',
  },
  members: 'Miembros',
  membersOf: '{{count}} de {{max}}',
  membersUnlimited: '{{count}}, sin límite',
  plansHint: 'Todos los planes, con precios en {{currency}}.',
  adminTenant: 'La organización del operador no puede tener suscripción.',
  invoices: 'Recibos',
  date: 'Fecha',
  number: 'Número',
  total: 'Total',
};
