/** Emails about signing in. */
export const signInMails = {
  registeredAgain: {
    subject: 'Alguien intentó registrarse con tu correo',
    text: 'Alguien intentó registrarse con este correo, que ya tiene una cuenta. No se cambió nada. Si fuiste tú, inicia sesión, o elige una contraseña nueva si olvidaste la tuya.',
    action: 'Elegir una contraseña nueva',
    note: 'Si no fuiste tú, ignora este correo. Tu cuenta sigue igual.',
  },
  newEmail: {
    subject: 'Confirma tu nuevo correo para Pregão',
    text: 'Confirma que este es el nuevo correo de tu cuenta de Pregão. El enlace funciona una sola vez y vence en una hora.',
    action: 'Confirmar mi correo',
    note: 'Si no lo pediste, ignora este correo. No pasará nada.',
  },
  emailTaken: {
    subject: 'Alguien intentó usar tu correo en otra cuenta',
    text: 'Alguien pidió usar este correo en otra cuenta de Pregão. Ya tiene una cuenta, así que no se cambió nada. Si fuiste tú, usa otro correo o elimina antes esta cuenta.',
  },
  emailChanged: {
    subject: 'Se cambió el correo de tu cuenta de Pregão',
    text: 'Tu cuenta de Pregão ahora usa otro correo. Si tú lo cambiaste, no tienes que hacer nada.',
    note: 'Si no fuiste tú, recupera este correo en 72 horas. El enlace cierra todas las sesiones y te deja elegir una contraseña nueva, aunque la hayan cambiado.',
    action: 'No fui yo',
  },
  googleLinked: {
    subject: 'Se vinculó una cuenta de Google a tu cuenta de Pregão',
    text: 'Ahora una cuenta de Google puede entrar en tu cuenta.',
    action: 'No fui yo',
  },
  googleUnlinked: {
    subject: 'Se desvinculó la cuenta de Google de tu cuenta de Pregão',
    text: 'Tu cuenta de Google ya no inicia sesión y se cerraron tus otras sesiones.',
    action: 'Establecer una contraseña nueva',
  },
  newDevice: {
    subject: 'Nuevo inicio de sesión en tu cuenta de Pregão',
    text: 'Alguien inició sesión en tu cuenta en un navegador que no conocemos. Si fuiste tú, no tienes que hacer nada.',
    note: 'Si no fuiste tú, protege tu cuenta ahora. El enlace funciona durante 72 horas: cierra todas las sesiones y te deja elegir una contraseña nueva.',
    action: 'No fui yo',
    time: 'Hora',
    browser: 'Navegador',
    unknown: 'Desconocido',
  },
  signInLink: {
    subject: 'Tu enlace para entrar en Pregão',
    text: 'Abre este enlace para iniciar sesión. Funciona una sola vez y vence en 15 minutos.',
    action: 'Iniciar sesión',
    note: 'Si no lo pediste, ignora este correo. No lo reenvíes: el enlace entra en tu cuenta.',
  },
};
