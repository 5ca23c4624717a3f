import type { RomanceTexts } from '#locales/texts.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
import { renewalMails } from './mails/renewals.ts';
import { signInMails } from './mails/sign-in.ts';
import { suspensionMails } from './mails/suspensions.ts';
import { usageMails } from './mails/usage.ts';

export const mail: RomanceTexts['mail'] = {
  greeting: 'Hola, {{name}}:',
  fallback: '¿No funciona el botón? Abre este enlace:',
  support: '¿Tienes dudas? Escribe a {{email}}.',
  unsubscribe: 'Dejar de recibir estos correos',
  sentFor: 'Enviado por Pregão en nombre de {{organization}}.',
  reason: {
    registered: 'Recibiste este correo porque esta dirección se usó para un registro en Pregão.',
    account: 'Recibiste este correo porque esta dirección tiene una cuenta de Pregão.',
    newEmail: 'Recibiste este correo porque una cuenta de Pregão va a usar esta dirección.',
    formerEmail: 'Recibiste este correo porque esta era la dirección de una cuenta de Pregão.',
    invited: 'Recibiste este correo porque {{inviter}} te invitó a {{organization}}.',
    manages: 'Recibiste este correo porque administras a los miembros de {{organization}}.',
    requested:
      'Recibiste este correo porque esta dirección se usó para pedir acceso a {{organization}}.',
    member: 'Recibiste este correo porque formabas parte de {{organization}}.',
    notified: 'Recibiste este correo porque perteneces a {{organization}}.',
    owner: 'Recibiste este correo porque eres propietario de {{organization}}.',
    digest: 'Recibiste este correo porque elegiste un resumen diario.',
    billing: 'Recibiste este correo porque administras la suscripción de {{organization}}.',
    receiptCopy:
      'Recibiste este correo porque {{organization}} te envía copias de sus recibos de Pregão.',
    operator: 'Recibiste este correo porque operas Pregão.',
    operatorInvited: 'Recibiste este correo porque {{inviter}} te invitó a operar Pregão.',
  },
  details: {
    name: 'Nombre',
    time: 'Hora',
    by: 'Hecho por',
    organization: 'Organización',
    plan: 'Plan',
    period: 'Periodo de cobro',
    amount: 'Importe',
    due: 'Importe pendiente',
    refund: 'Reembolso',
    paidOn: 'Fecha de pago',
    invoice: 'Factura',
    paymentMethod: 'Método de pago',
    card: '{{brand}} terminada en {{last4}}',
    trialEnds: 'Fin de la prueba',
    payBy: 'Paga antes del',
    nextAttempt: 'Próximo intento',
    paymentsResume: 'Los pagos se reanudan el',
    nextPayment: 'Próximo pago',
    renewsOn: 'Se renueva el',
    accessUntil: 'Acceso hasta',
    endedOn: 'Terminó el',
    switchesOn: 'Cambia el',
    reason: 'Motivo',
    disputed: 'El banco devolvió un pago en disputa',
    pdf: 'PDF',
    download: 'Descargar la factura',
  },
  verify: {
    subject: 'Verifica tu cuenta de Pregão',
    text: 'Tu organización está lista. Elige una contraseña para verificar tu cuenta e iniciar sesión.',
    action: 'Verificar mi cuenta',
    note: 'Si no fuiste tú quien se registró, ignora este correo. No pasará nada.',
  },
  reset: {
    subject: 'Restablece tu contraseña de Pregão',
    text: 'Pediste una nueva contraseña. El enlace funciona una sola vez.',
    ended: 'También terminamos los accesos que tu cuenta había dado desde entonces:',
    action: 'Elegir una nueva contraseña',
    note: 'Si no fuiste tú, ignora este correo. Tu contraseña no cambia.',
  },
  passwordChanged: {
    subject: 'Tu contraseña de Pregão cambió',
    text: 'Tu contraseña acaba de cambiar y tus demás sesiones se cerraron.',
    note: 'Si no fuiste tú, define una contraseña nueva ahora mismo.',
    action: 'Definir contraseña nueva',
  },
  factors: factorMail,
  ...signInMails,
  archiveReady: {
    subject: 'La exportación de {{organization}} está lista',
    text: 'El archivo con los datos de {{organization}} se puede descargar hasta el {{date}}. Inicia sesión como propietario para descargarlo.',
    action: 'Descargar el archivo',
  },
  organizationDeleted: {
    subject: 'Se eliminó {{organization}}',
    text: 'La organización {{organization}} se eliminó con todo su contenido. Su suscripción terminó y no se cobrará nada más.',
  },
  invitation: {
    subject: '{{inviter}} te invita a {{organization}}',
    text: '{{inviter}} te invita a la organización {{organization}} en Pregão. El enlace es solo para ti, funciona una sola vez y vence en siete días.',
    action: 'Aceptar la invitación',
    note: 'Si no esperabas esta invitación, ignora este correo. No pasará nada.',
  },
  operatorInvitation: {
    subject: '{{inviter}} te invita a operar Pregão',
    text: '{{inviter}} te invita como operador de Pregão. Tu rol: {{role}}. El enlace es solo para ti, funciona una sola vez y vence en siete días.',
    action: 'Aceptar la invitación',
  },
  accessRequest: {
    subject: '{{person}} quiere unirse a {{organization}}',
    text: '{{person}} pidió unirse a {{organization}} con el enlace de invitación. Acepta o rechaza la solicitud en la lista de miembros.',
    action: 'Ver la solicitud',
  },
  accessAccepted: {
    subject: 'Te damos la bienvenida a {{organization}}',
    text: 'Tu solicitud para unirte a {{organization}} fue aceptada. Inicia sesión para empezar.',
    action: 'Iniciar sesión',
  },
  accessRejected: {
    subject: 'Tu solicitud para unirte a {{organization}}',
    text: 'Tu solicitud para unirte a {{organization}} no fue aceptada. Si crees que es un error, contacta a la organización.',
  },
  confirmAddress: {
    subject: 'Confirma tu correo en Pregão',
    text: 'Se creó una cuenta con este correo para unirse a {{organization}}. Elige una contraseña para confirmar tu correo. El enlace funciona una sola vez y vence en un día.',
    action: 'Confirmar mi correo',
    note: 'Si no fuiste tú, ignora este correo. La cuenta no se puede usar hasta que confirmes tu correo.',
  },
  notification: {
    subject: '{{title}}',
    text: '{{text}}',
    action: 'Ver en Pregão',
  },
  digest: {
    subject: 'Tu resumen diario',
    text: 'Esto pasó en tus organizaciones desde tu último resumen.',
    action: 'Abrir Pregão',
  },
  ...domainMails,
  ...grantMails,
  ...policyMails,
  ...suspensionMails,
  usage: usageMails,
  billing: {
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
      text: 'No pudimos procesar el pago de la suscripción de {{organization}}. Actualiza tu método de pago antes del {{date}}. Después, la organización quedará en modo de solo lectura. No se elimina nada.',
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
  },
};
