import { renewalMails } from './renewals.ts';

/** Emails about trials, payments and the plan of an organization. */
export const billingMails = {
  trialEnds: {
    subject: 'La prueba de {{organization}} termina el {{date}}',
    text: 'La prueba de {{organization}} termina el {{date}} y no hay ninguna tarjeta registrada. Agrega una antes de ese día para conservar tu plan actual.',
    action: 'Agregar una tarjeta',
  },
  trialEndsPaid: {
    subject: 'La prueba de {{organization}} termina el {{date}}',
    text: 'La prueba de {{organization}} termina el {{date}}. Después, la suscripción continúa y se cobra a la tarjeta registrada. Para evitar el cobro, cancela antes de esa fecha.',
    action: 'Ver la suscripción',
  },
  paymentFailed: {
    subject: 'No se pudo procesar un pago de {{organization}}',
    text: 'No pudimos procesar el pago de la suscripción de {{organization}}. La tarjeta fue rechazada o el banco te pide confirmar el pago. Paga antes del {{date}}. Después, la organización quedará en modo de solo lectura. No se elimina nada.',
    action: 'Actualizar método de pago',
  },
  ...renewalMails,
  readOnly: {
    subject: '{{organization}} ahora está en modo de solo lectura',
    text: 'Terminó el periodo de gracia del pago vencido de {{organization}}, así que la organización está en modo de solo lectura. No se eliminó nada. El acceso completo vuelve en cuanto pagues.',
    action: 'Actualizar método de pago',
  },
  recovered: {
    subject: 'Se recibió el pago de {{organization}}',
    text: 'Recibimos el pago vencido de {{amount}} el {{date}}. {{organization}} tiene acceso completo de nuevo. Gracias.',
    action: 'Ver las facturas',
  },
  received: {
    subject: 'Pago recibido: {{amount}}',
    text: 'Recibimos {{amount}} de {{organization}} el {{date}}. Gracias. La factura está en la página de la suscripción.',
    action: 'Ver las facturas',
  },
  cancels: {
    subject: 'La suscripción de {{organization}} termina el {{date}}',
    text: 'La suscripción de {{organization}} se canceló. Tienen acceso completo hasta el {{date}} y no se cobrará nada más. No se elimina nada, y después los propietarios aún pueden exportarlo todo.',
    action: 'Ver la suscripción',
  },
  ended: {
    subject: 'La suscripción de {{organization}} terminó',
    text: 'La suscripción de {{organization}} terminó y no se cobrará nada más. Tus datos se conservan: los propietarios pueden exportarlos y puedes suscribirte de nuevo cuando quieras.',
    action: 'Elegir un plan',
  },
  duplicateEnded: {
    subject: 'Cancelamos una suscripción duplicada de {{organization}}',
    text: '{{organization}} tuvo por un momento dos suscripciones. Cancelamos la segunda y reembolsamos {{amount}} a la tarjeta registrada. Tu plan sigue igual y no tienes que hacer nada.',
    action: 'Ver la suscripción',
  },
  duplicateReport: {
    subject: 'Se canceló una suscripción duplicada de {{organization}}',
    text: '{{organization}} tenía más de una suscripción recurrente en el proveedor de pagos. La más nueva ({{subscription}}) se canceló y sus pagos se reembolsaron. Se avisó por correo a los propietarios y administradores.',
    action: 'Ver los eventos de pago',
  },
  trialEndsFree: {
    subject: 'La prueba de {{organization}} termina el {{date}}',
    text: 'La prueba de {{organization}} termina el {{date}} y no hay ninguna tarjeta registrada. Agrega una antes de ese día para conservar tu plan actual. Si no, continuarás en {{plan}}, el plan gratuito, y no se cobra nada. Los registros que {{plan}} no incluye se ocultan, pero no se eliminan: los propietarios aún pueden exportarlos. Las invitaciones abiertas que no caben en {{plan}} se retiran.',
    action: 'Agregar una tarjeta',
  },
  trialEnded: {
    subject: '{{organization}} ahora está en {{plan}}, el plan gratuito',
    text: 'La prueba de {{organization}} terminó. Como no había ninguna tarjeta registrada, no se cobró nada. Ahora estás en {{plan}}, el plan gratuito. Los registros que {{plan}} no incluye están ocultos, pero no se eliminaron: los propietarios pueden exportarlos y vuelven a verse cuando elijas un plan que los incluya.',
    action: 'Ver los planes',
  },
  movesToFree: {
    subject: '{{organization}} cambia a {{plan}} el {{date}}',
    text: '{{organization}} cambia a {{plan}}, el plan gratuito, el {{date}}. Hasta entonces todo funciona y no se cobrará nada más. Después, los registros que {{plan}} no incluye se ocultan, pero no se eliminan: los propietarios aún pueden exportarlos. Las invitaciones abiertas que no caben en {{plan}} se retiran.',
    action: 'Ver la suscripción',
  },
  movedToFree: {
    subject: '{{organization}} ahora está en {{plan}}, el plan gratuito',
    text: 'El plan de pago de {{organization}} terminó y no se cobrará nada más. Ahora estás en {{plan}}, el plan gratuito. Los registros que {{plan}} no incluye están ocultos, pero no se eliminaron: los propietarios pueden exportarlos y vuelven a verse cuando elijas un plan que los incluya.',
    action: 'Ver la suscripción',
  },
  credited: {
    subject: 'Crédito de {{amount}} para {{organization}}',
    text: 'Abonamos {{amount}} a {{organization}}. Las próximas facturas usan este crédito antes de cobrar a la tarjeta.',
    action: 'Ver suscripción',
  },
  refunded: {
    subject: 'Reembolso de {{amount}} para {{organization}}',
    text: 'Reembolsamos {{amount}} a la tarjeta que pagó la factura. El banco puede tardar hasta diez días en mostrarlo.',
    action: 'Ver facturas',
  },
  trialExtended: {
    subject: 'La prueba de {{organization}} ahora termina el {{date}}',
    text: 'Extendimos la prueba de {{organization}} hasta el {{date}}. No se cobra nada hasta entonces.',
    action: 'Ver suscripción',
  },
  planGrantedUntil: {
    subject: '{{organization}} tiene un plan sin costo hasta el {{date}}',
    text: 'Otorgamos a {{organization}} un plan sin costo hasta el {{date}}. No se cobra nada hasta entonces y, después, solo por un plan que elijas.',
    action: 'Ver suscripción',
  },
  planGranted: {
    subject: '{{organization}} tiene un plan sin costo',
    text: 'Otorgamos a {{organization}} un plan sin costo y sin fecha de término. No se cobra nada, a menos que elijas otro plan.',
    action: 'Ver suscripción',
  },
  grantEnded: {
    subject: '{{organization}} ahora está en {{plan}}, el plan gratuito',
    text: 'El plan que otorgamos a {{organization}} terminó y no se cobró nada. Ahora estás en {{plan}}, el plan gratuito. Los registros que {{plan}} no incluye están ocultos, pero no se eliminaron: los propietarios pueden exportarlos y vuelven a verse cuando elijas un plan que los incluya.',
    action: 'Ver planes',
  },
  over: '{{organization}} tiene más miembros ({{used}}) de los que permite {{plan}} ({{max}}). En ese plan no se puede cambiar nada hasta que elijas un plan mayor o quites miembros.',
};
