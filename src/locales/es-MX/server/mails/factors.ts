import type { RomanceTexts } from '#locales/texts.ts';

export const factorMail: RomanceTexts['mail']['factors'] = {
  note: 'Si no fuiste tú, define una contraseña nueva ahora mismo y contacta a soporte.',
  totpAdded: {
    subject: 'Se agregó una aplicación de autenticación a tu cuenta',
    text: 'Ahora, al iniciar sesión, también se pide un código de tu aplicación de autenticación. Tus demás sesiones se cerraron.',
    action: 'Definir contraseña nueva',
  },
  totpRemoved: {
    subject: 'Se quitó la aplicación de autenticación de tu cuenta',
    text: 'Al iniciar sesión ya no se pide un código de tu aplicación de autenticación. Tus demás sesiones se cerraron.',
    action: 'Definir contraseña nueva',
  },
  recoveryCodesReplaced: {
    subject: 'Tus códigos de recuperación se reemplazaron',
    text: 'Se crearon códigos de recuperación nuevos para tu cuenta. Los anteriores ya no funcionan.',
    action: 'Definir contraseña nueva',
  },
  recoveryCodeUsed: {
    subject: 'Se usó un código de recuperación para iniciar sesión',
    text: 'Se acaba de usar uno de tus códigos de recuperación. No se puede volver a usar.',
    action: 'Definir contraseña nueva',
  },
  passkeyAdded: {
    subject: 'Se agregó una llave de acceso a tu cuenta',
    text: 'Ya puedes iniciar sesión con esta llave de acceso. Al iniciar sesión con tu contraseña o con Google se pedirá un segundo factor.',
    action: 'Definir contraseña nueva',
  },
  passkeyRemoved: {
    subject: 'Se quitó una llave de acceso de tu cuenta',
    text: 'La llave de acceso ya no sirve para iniciar sesión. Tus demás sesiones se cerraron.',
    action: 'Definir contraseña nueva',
  },
  factorsRemoved: {
    subject: 'Se quitó tu segundo factor',
    text: 'A petición tuya, soporte quitó los segundos factores de tu cuenta, incluidas las llaves de acceso y los códigos de recuperación, y cerró tus sesiones. Inicia sesión y configura uno nuevo.',
    action: 'Definir contraseña nueva',
  },
};
