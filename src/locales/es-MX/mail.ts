import type { RomanceTexts } from '#locales/texts.ts';

export const mail: RomanceTexts['mail'] = {
  footer: 'Recibes este mensaje porque alguien usó esta dirección en Pregão.',
  fallback: 'Si el botón no funciona, abre esta dirección:',
  verify: {
    subject: 'Verifica tu cuenta en Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'Tu organización {{organization}} está lista. Elige una contraseña para verificar tu cuenta e iniciar sesión.',
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
  organizationDeleted: {
    subject: '{{organization}} se eliminó de Pregão',
    greeting: 'Hola, {{name}}:',
    text: 'La organización {{organization}} fue eliminada por su propietario, con todo su contenido. Su suscripción terminó: no se cobrará nada más.',
  },
};
