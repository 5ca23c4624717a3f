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
  usage: {
    of: '{{used}} de {{included}}',
    unlimited: '{{used}} (sin límite)',
    title: 'Uso',
    text: 'Lo que tu organización usa de su plan.',
    members: 'Lugares (miembros e invitaciones)',
    transactions: 'Transacciones este mes',
    storage: 'Almacenamiento de imágenes',
    near: 'Casi en el límite',
    reached: 'Límite alcanzado',
    resets: 'Vuelve a empezar el {{date}}',
    upgrade: 'Ver planes',
  },
  plansHint: 'Todos los planes, con precios en {{currency}}.',
  adminTenant: 'La organización del operador no puede tener suscripción.',
  invoices: 'Recibos',
  date: 'Fecha',
  number: 'Número',
  total: 'Total',
};
