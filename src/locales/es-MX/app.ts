import type { RomanceTexts } from '#locales/texts.ts';
import { dashboard } from './app/dashboard.ts';

export const app: RomanceTexts['app'] = {
  offline: {
    title: 'No tienes conexión',
    text: 'Esta página necesita internet. Conéctate y vuelve a intentarlo.',
  },
  dashboard,
  menu: {
    label: 'Menú principal',
    resources: 'Recursos',
    dashboard: 'Panel',
    settings: 'Configuración',
    subscription: 'Suscripción',
    permissions: 'Permisos',
    integrations: 'Integraciones',
    back: 'Volver a la app',
    narrow: 'Contraer menú lateral',
    widen: 'Expandir menú lateral',
    chat: 'Chat',
    members: 'Miembros',
    switchOrganization: 'Cambiar de organización',
    createOrganization: 'Crear organización',
    inviteMember: 'Invitar miembro',
  },
  askAdmin: 'Pide a un propietario o administrador de {{organization}} que cambie el plan.',
  noPlan: 'Sin plan',
  everything: 'Todo incluido',
  members_one: '{{count}} miembro',
  members_many: '{{count}} de miembros',
  members_other: '{{count}} miembros',
  announcement: {
    dismiss: 'Cerrar el aviso: {{title}}',
    more: 'Más información',
  },
  notices_one: 'aviso',
  notices_many: 'de avisos',
  notices_other: 'avisos',
  trial: {
    today: 'Tu periodo de prueba termina hoy, {{date}}.',
    tomorrow: 'Tu periodo de prueba termina mañana, {{date}}.',
    days_one: 'Tu periodo de prueba termina en {{count}} día, el {{date}}.',
    days_many: 'Tu periodo de prueba termina en {{count}} de días, el {{date}}.',
    days_other: 'Tu periodo de prueba termina en {{count}} días, el {{date}}.',
    link: 'Agregar tarjeta',
  },
  pastDue: {
    title: 'No se pudo procesar un pago',
    text: 'Actualiza tu método de pago antes del {{date}}. Después, la organización quedará en modo de solo lectura.',
  },
  overdue: {
    title: 'Esta organización está en modo de solo lectura',
    payer: 'Hay un pago vencido. Paga ahora para recuperar el acceso completo de inmediato.',
    member:
      'Hay un pago vencido. Pide a un propietario o administrador que actualice el método de pago. No se eliminó nada.',
    action: 'Pagar ahora',
  },
  paused: {
    title: 'Esta organización está en modo de solo lectura',
    payer:
      'La suscripción está en pausa. Un propietario o administrador puede reanudarla. No se eliminó nada.',
    member:
      'La suscripción está en pausa. Un propietario o administrador puede reanudarla. No se eliminó nada.',
    action: 'Ver la suscripción',
  },
  export: 'Exportar datos',
  overFree: {
    title: 'Demasiados miembros para {{plan}}',
    payer:
      '{{plan}} incluye {{max}} y esta organización tiene {{used}}. Elige un plan o quita miembros para volver a hacer cambios.',
    member: 'Pide a un propietario o administrador que elija un plan o quite miembros.',
    action: 'Elegir un plan',
    members: 'Ver miembros',
  },
  limit: {
    near: {
      transactions:
        'Ya se usaron {{used}} de las {{included}} transacciones que tu plan incluye este mes.',
      storage: 'Ya se usaron {{used}} de los {{included}} que tu plan incluye para imágenes.',
    },
    resets: 'La cuenta vuelve a empezar el {{date}}.',
  },
};
