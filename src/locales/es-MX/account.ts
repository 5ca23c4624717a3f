import type { RomanceTexts } from '#locales/texts.ts';

export const account: RomanceTexts['account'] = {
  field: {
    organization: 'Organización',
    email: 'Correo electrónico',
    firstName: 'Nombre',
    lastName: 'Apellido',
    phone: 'Teléfono',
    password: 'Contraseña',
    confirmPassword: 'Confirma la contraseña',
  },
  login: {
    title: 'Iniciar sesión',
    submit: 'Iniciar sesión',
    failed: 'No fue posible iniciar sesión',
    forgot: '¿Olvidaste tu contraseña?',
    noAccount: '¿Aún no tienes cuenta?',
    register: 'Regístrate',
  },
  register: {
    title: 'Crea tu organización',
    text: 'Toma un minuto, y la prueba no pide tarjeta.',
    plan: 'Plan',
    startTrial: 'Comenzar prueba ({{days}} días)',
    subscribe: 'Suscribirme por {{price}} {{period}}',
    pay: 'Pagar {{price}}',
    startFree: 'Comenzar gratis',
    failed: 'No fue posible completar el registro',
    haveAccount: '¿Ya te registraste?',
    login: 'Iniciar sesión',
    successTitle: '¡Te damos la bienvenida! Falta un paso',
    successText: 'Enviamos un mensaje a {{email}}. Abre su enlace para verificar tu cuenta.',
    clickToVerify: 'Haz clic aquí para verificar tu cuenta',
    coupon: 'Cupón',
    haveCoupon: '¿Tienes un cupón?',
    applyCoupon: 'Aplicar',
  },
  verify: {
    title: 'Verifica tu cuenta',
    text: 'Elige una contraseña para terminar.',
    submit: 'Verificar e iniciar sesión',
    failed: 'No fue posible verificar',
    login: 'Ir a iniciar sesión',
    invalidLink:
      'Este enlace de verificación está incompleto. Abre de nuevo el enlace del mensaje.',
  },
  reset: {
    title: 'Restablece tu contraseña',
    text: 'Te enviaremos un enlace para elegir una nueva.',
    submit: 'Enviar el enlace',
    sentTitle: 'Restablecer contraseña',
    sentText:
      'Si el mensaje no llega en unos minutos, revisa tu carpeta de spam o contacta a soporte.',
    newTitle: 'Elige una nueva contraseña',
    newSubmit: 'Guardar la nueva contraseña',
    back: 'Volver a iniciar sesión',
  },
};
