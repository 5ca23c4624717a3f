/** Texts of the emails about verified domains. */
export const domainMails = {
  domainFailing: {
    subject: 'Falta el registro TXT de {{domain}}',
    text: 'Ya no encontramos el registro TXT que demuestra que {{domain}} es de {{organization}}. Restáuralo antes del {{date}}. Después, el dominio deja de estar verificado y nadie podrá iniciar sesión con sus direcciones a través de tu proveedor de identidad.',
    action: 'Revisar el dominio',
  },
  domainLapsed: {
    subject: '{{domain}} ya no está verificado',
    text: 'El registro TXT que demuestra que {{domain}} es de {{organization}} faltó durante una semana, por lo que el dominio ya no está verificado. Publica el registro y verifica el dominio de nuevo.',
    action: 'Verificar el dominio',
  },
};
