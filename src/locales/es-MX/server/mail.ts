import type { RomanceTexts } from '#locales/texts.ts';
import { billingMails } from './mails/billing.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
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
    usedMembers: 'Miembros',
    usedTransactions: 'Transacciones registradas',
    charge: 'Cargo ese día',
    due: 'Importe pendiente',
    refund: 'Reembolso',
    paidOn: 'Fecha de pago',
    invoice: 'Factura',
    paymentMethod: 'Método de pago',
    updateCard: 'Actualizar método de pago',
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
  billing: billingMails,
};
