import type { RomanceTexts } from '#locales/texts.ts';

export const staff: RomanceTexts['staff'] = {
  may: {
    administrator: 'Todo, incluidos los operadores',
    support: 'Ve todo y actúa como clientes solo para mirar, sin cambiar nada',
    billing: 'Cupones, pagos e ingresos',
    catalogue: 'Productos, precios, recursos y textos legales',
  },
  title: 'Operadores',
  text: 'Quienes operan este producto y lo que puede hacer cada persona. Los cambios se aplican de inmediato.',
  person: 'Operador',
  roleColumn: 'Rol',
  state: 'Estado',
  active: 'Activo',
  invitedUntil: 'Invitación hasta el {{date}}',
  expired: 'Invitación vencida',
  you: 'tú',
  invite: 'Invitar operador',
  inviteTitle: 'Invitar a un operador',
  inviteText:
    'La persona recibe un enlace por correo y elige una contraseña. La dirección no debe tener una cuenta todavía.',
  email: 'Correo',
  send: 'Enviar invitación',
  sent: '{{email}} recibió una invitación',
  resend: 'Enviar de nuevo',
  withdraw: 'Cancelar invitación',
  withdrawTitle: '¿Cancelar la invitación de {{email}}?',
  withdrawText: 'El enlace del correo deja de funcionar.',
  withdrawn: 'Se canceló la invitación de {{email}}',
  change: 'Cambiar rol',
  changeTitle: 'Rol de {{name}}',
  save: 'Guardar rol',
  saved: '{{name}} ahora tiene el rol {{role}}',
  remove: 'Quitar operador',
  removeTitle: '¿Quitar a {{name}}?',
  removeText:
    'Sus sesiones terminan de inmediato, también aquellas en las que actúa como cliente. Su cuenta se elimina, a menos que sea miembro de una organización de clientes.',
  removed: 'Se quitó a {{name}}',
  invitation: {
    page: 'Invitación',
    title: 'Entrar como operador',
    text: 'Te invitaron a operar Pregão. Rol: {{role}}.',
    accept: 'Aceptar la invitación',
    failed: 'No se pudo aceptar la invitación',
    invalid:
      'Esta invitación no es válida. Puede haber vencido o haberse usado o cancelado. Pide otra a un administrador.',
  },
};
