/** Texts of the emails about the suspension of an organization. */
export const suspensionMails = {
  suspended: {
    subject: 'Se suspendió {{organization}}',
    text: 'El operador de Pregão suspendió {{organization}}. Sus miembros solo pueden leer el motivo. No se elimina nada, y la suscripción no cobra nada mientras tanto.',
  },
  unsuspended: {
    subject: '{{organization}} ya no está suspendida',
    text: 'Se levantó la suspensión de {{organization}}. Sus miembros pueden usarla de nuevo, y la suscripción continúa.',
    action: 'Abrir {{organization}}',
  },
};
