import type { RomanceTexts } from '#locales/texts.ts';

export const mail: RomanceTexts['mail'] = {
  footer: 'Recibes este mensaje porque alguien usó esta dirección en Pregão.',
  fallback: 'Si el botón no funciona, abre esta dirección:',
  verify: {
    subject: 'Verifica tu cuenta en Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'Tu organización está lista. Elige una contraseña para verificar tu cuenta e iniciar sesión.',
    action: 'Verificar mi cuenta',
    ignore: 'Si no fuiste tú quien se registró, ignora este mensaje: no pasará nada.',
  },
  reset: {
    subject: 'Restablece tu contraseña en Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'Pediste una nueva contraseña. El enlace funciona una sola vez.',
    action: 'Elegir una nueva contraseña',
    ignore: 'Si no fuiste tú, ignora este mensaje: tu contraseña no cambia.',
  },
  passwordChanged: {
    subject: 'Tu contraseña en Pregão cambió',
    greeting: 'Hola, {{name}}:',
    text: 'Tu contraseña acaba de cambiar y tus demás sesiones se cerraron.',
    ignore: 'Si no fuiste tú, define una contraseña nueva ahora mismo:',
    action: 'Definir contraseña nueva',
  },
  registeredAgain: {
    subject: 'Alguien intentó registrarse en Pregão con tu correo',
    greeting: 'Hola, {{name}}:',
    text: 'Alguien intentó registrarse con este correo, que ya tiene una cuenta. No se cambió nada. Si fuiste tú, inicia sesión, o elige una contraseña nueva si olvidaste la tuya.',
    action: 'Elegir una contraseña nueva',
    ignore: 'Si no fuiste tú, ignora este mensaje: tu cuenta sigue como está.',
  },
  organizationDeleted: {
    subject: '{{organization}} se eliminó de Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'La organización {{organization}} fue eliminada por su propietario, con todo su contenido. Su suscripción terminó: no se cobrará nada más.',
  },
  invitation: {
    subject: '{{inviter}} te invita a {{organization}}',
    greeting: 'Hola, {{name}}:',
    text: '{{inviter}} te invita a la organización {{organization}} en Pregão. El enlace es solo para ti, funciona una sola vez y dura siete días.',
    action: 'Aceptar la invitación',
    note: 'Si no sabes de quién se trata, ignora este mensaje: no pasará nada.',
  },
  accessRequest: {
    subject: '{{person}} pide unirse a {{organization}}',
    greeting: 'Hola, {{name}}:',
    text: '{{person}} pide unirse a {{organization}} con el enlace de invitación. Acepta o rechaza la solicitud en la lista de miembros.',
    action: 'Ver la solicitud',
    note: 'Recibes este mensaje porque administras a los miembros de {{organization}}.',
  },
  accessAccepted: {
    subject: 'Te damos la bienvenida a {{organization}}',
    greeting: 'Hola, {{name}}:',
    text: 'Tu solicitud para unirte a {{organization}} fue aceptada. Inicia sesión para empezar.',
    action: 'Iniciar sesión',
    note: 'Recibes este mensaje porque pediste unirte a {{organization}}.',
  },
  accessRejected: {
    subject: 'Tu solicitud para unirte a {{organization}}',
    greeting: 'Hola, {{name}}:',
    text: 'Tu solicitud para unirte a {{organization}} no fue aceptada. Si crees que es un error, habla con alguien de la organización.',
  },
  confirmAddress: {
    subject: 'Confirma tu dirección en Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'Se creó una cuenta con esta dirección para unirse a {{organization}}. Confirma la dirección eligiendo una contraseña; el enlace funciona una sola vez y dura un día.',
    action: 'Confirmar mi dirección',
    note: 'Si no fuiste tú, ignora este mensaje: sin tu confirmación, esa cuenta no representa a nadie.',
  },
  billing: {
    greeting: 'Hola, {{name}}:',
    note: 'Recibes este mensaje porque administras la suscripción de {{organization}}.',
    trialEnds: {
      subject: 'La prueba de {{organization}} termina el {{date}}',
      text: 'La prueba de {{organization}} termina el {{date}} y no hay ninguna tarjeta registrada. Agrega una antes de ese día para conservar lo que tienes ahora.',
      action: 'Agregar una tarjeta',
    },
    trialEndsPaid: {
      subject: 'La prueba de {{organization}} termina el {{date}}',
      text: 'La prueba de {{organization}} termina el {{date}}. Después la suscripción continúa y se cobra a la tarjeta registrada. Si no lo quieres, cancélala antes.',
      action: 'Ver la suscripción',
    },
    paymentFailed: {
      subject: 'Falló un pago de {{organization}}',
      text: 'El pago de la suscripción de {{organization}} no se realizó. Todo funciona como antes hasta el {{date}}; después la organización se podrá consultar, pero no modificar. No se elimina nada.',
      action: 'Regularizar el pago',
    },
    readOnly: {
      subject: '{{organization}} ahora es de solo lectura',
      text: 'La suscripción de {{organization}} siguió sin pago después del período de gracia, así que la organización se puede consultar, pero no modificar. No se eliminó nada: en cuanto el pago esté en orden, todo volverá a funcionar.',
      action: 'Regularizar el pago',
    },
    recovered: {
      subject: 'El pago de {{organization}} está en orden',
      text: 'El pago pendiente de {{amount}} llegó el {{date}}. {{organization}} vuelve a funcionar sin límites. Gracias.',
      action: 'Ver las facturas',
    },
    received: {
      subject: 'Pago recibido: {{amount}}',
      text: 'Recibimos {{amount}} de {{organization}} el {{date}}. Gracias. La factura está en la página de la suscripción.',
      action: 'Ver las facturas',
    },
    cancels: {
      subject: 'La suscripción de {{organization}} termina el {{date}}',
      text: 'La suscripción de {{organization}} se canceló y termina el {{date}}. Hasta entonces todo funciona como antes y no se cobra nada más.',
      action: 'Ver la suscripción',
    },
    ended: {
      subject: 'La suscripción de {{organization}} terminó',
      text: 'La suscripción de {{organization}} terminó y no se cobra nada más. Lo que registraste se conserva: puedes suscribirte de nuevo cuando quieras.',
      action: 'Elegir un plan',
    },
    duplicateEnded: {
      subject: 'Terminamos una suscripción duplicada de {{organization}}',
      text: '{{organization}} tuvo por un momento dos suscripciones. Terminamos la segunda y reembolsamos {{amount}} a la tarjeta registrada. Tu plan sigue igual y no tienes que hacer nada.',
      action: 'Ver la suscripción',
    },
    duplicateReport: {
      subject: 'Se terminó una suscripción duplicada de {{organization}}',
      text: '{{organization}} tenía más de una suscripción recurrente en el proveedor de pagos. La más nueva ({{subscription}}) se canceló y sus pagos se reembolsaron. Se avisó por correo a los propietarios y administradores.',
      action: 'Ver los eventos de pago',
    },
    trialEndsFree: {
      subject: 'La prueba de {{organization}} termina el {{date}}',
      text: 'La prueba de {{organization}} termina el {{date}} y no hay ninguna tarjeta registrada. Agrega una antes de ese día para conservar lo que tienes ahora. Si no, continúas en {{plan}}, el plan gratuito: no se cobra nada y no se elimina nada.',
      action: 'Agregar una tarjeta',
    },
    trialEnded: {
      subject: '{{organization}} ahora está en {{plan}}, el plan gratuito',
      text: 'La prueba de {{organization}} terminó. Como no había ninguna tarjeta registrada, no se cobró nada. Continúas en {{plan}}, el plan gratuito, y todo lo que registraste sigue ahí. Puedes suscribirte cuando quieras.',
      action: 'Ver los planes',
    },
    movesToFree: {
      subject: '{{organization}} pasa a {{plan}} el {{date}}',
      text: '{{organization}} pasa a {{plan}}, el plan gratuito, el {{date}}. Hasta entonces todo funciona como antes y no se cobra nada más.',
      action: 'Ver la suscripción',
    },
    movedToFree: {
      subject: '{{organization}} ahora está en {{plan}}, el plan gratuito',
      text: 'El plan de pago de {{organization}} terminó y no se cobra nada más. Continúas en {{plan}}, el plan gratuito, y todo lo que registraste sigue ahí.',
      action: 'Ver la suscripción',
    },
    over: '{{organization}} tiene más miembros ({{used}}) de los que permite {{plan}} ({{max}}). En ese plan es de solo lectura hasta que te suscribas o quites miembros.',
  },
};
