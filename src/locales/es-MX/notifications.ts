import type { RomanceTexts } from '#locales/texts.ts';

export const notifications: RomanceTexts['notifications'] = {
  title: 'Notificaciones',
  text: 'Lo que pasó en {{organization}}. Las notificaciones se eliminan después de 90 días.',
  markAll: 'Marcar todas como leídas',
  markOne: 'Marcar como leída',
  unread: 'No leída',
  all: 'Ver todas',
  preferences: 'Preferencias',
  empty: 'Aún no hay notificaciones',
  emptyText: 'Aquí te avisamos cuando algo necesite tu atención.',
  settings: {
    title: 'Notificaciones',
    text: 'Elige de qué quieres enterarte, en todas tus organizaciones. Los correos sobre contraseñas, inicio de sesión, invitaciones y recibos se envían siempre.',
    app: 'En la aplicación',
    email: 'Correo',
    immediately: 'De inmediato',
    daily: 'Resumen diario',
    never: 'Desactivado',
  },
  limits: {
    members: 'miembros',
    transactions: 'transacciones este mes',
    storage: 'MB para imágenes',
  },
  kinds: {
    invitationAccepted: {
      name: 'Invitaciones aceptadas',
      title: '{{person}} se unió a {{organization}}',
      text: '{{person}} aceptó una invitación como {{role}}.',
    },
    joinedByLink: {
      name: 'Miembros que se unen con el enlace',
      title: '{{person}} se unió a {{organization}}',
      text: '{{person}} usó el enlace de invitación y ahora es {{role}}.',
    },
    joinRequested: {
      name: 'Solicitudes para unirse',
      title: '{{person}} quiere unirse a {{organization}}',
      text: 'Acepta o rechaza la solicitud en la lista de miembros.',
    },
    roleChanged: {
      name: 'Cambios de mi rol',
      title: 'Tu rol en {{organization}} ahora es {{role}}',
      text: '{{person}} cambió tu rol de {{before}} a {{role}}.',
    },
    limitNear: {
      name: 'Límites casi agotados',
      title: '{{organization}} usó {{used}} de {{included}} {{limit}}',
      text: 'Mejora el plan si necesitas más.',
    },
    limitReached: {
      name: 'Límites agotados',
      title: '{{organization}} usó todo su límite: {{included}} {{limit}}',
      text: 'Mejora el plan para continuar.',
    },
    trialEnding: {
      name: 'Fin de la prueba',
      title: 'La prueba de {{organization}} termina el {{date}}',
      text: 'Revisa el plan y la forma de pago antes de esa fecha.',
    },
    paymentFailed: {
      name: 'Pagos fallidos',
      title: 'Un pago de {{organization}} falló',
      text: 'Actualiza la forma de pago antes del {{date}} para conservar el acceso completo.',
    },
    announcement: {
      name: 'Avisos de Pregão',
      title: '{{title}}',
      text: 'Lee el aviso en la parte superior de la aplicación.',
    },
  },
  unsubscribe: {
    title: '¿Dejar de recibir estos correos?',
    digest: 'Resumen diario',
    text: 'Ya no recibirás correos sobre: {{kind}}. Las notificaciones en la aplicación siguen igual.',
    action: 'Cancelar suscripción',
    keep: 'Cambiar las preferencias',
    doneTitle: 'Suscripción cancelada',
    doneText: 'Ya no te enviamos correos sobre: {{kind}}.',
    preferences: 'Abrir las preferencias',
    invalidTitle: 'Este enlace no funciona',
    invalidText: 'Abre de nuevo el enlace del correo o inicia sesión y cambia tus preferencias.',
  },
};
