/** Emails about the limits of a plan. */
export const usageMails = {
  members: {
    subject: 'El plan de {{organization}} casi no tiene lugares para miembros',
    text: 'Tu plan incluye {{included}} miembros y {{organization}} tiene {{used}}, contando las invitaciones abiertas. Cuando se ocupen todos los lugares, no podrás invitar a nadie más hasta que cambies de plan o quites a alguien.',
    action: 'Ver planes',
  },
  transactions: {
    subject: '{{organization}} usó {{used}} de {{included}} transacciones este mes',
    text: 'Tu plan incluye {{included}} transacciones al mes y {{organization}} ya registró {{used}}. Cuando se usen todas, no podrás registrar más hasta que cambies de plan o la cuenta vuelva a empezar el {{date}}.',
    action: 'Ver planes',
  },
  storage: {
    subject: '{{organization}} usó {{used}} de {{included}} MB para imágenes',
    text: 'Tu plan incluye {{included}} MB para imágenes y {{organization}} ya usó {{used}} MB. Cuando se acabe el espacio, no podrás agregar imágenes hasta que cambies de plan o elimines algunas.',
    action: 'Ver planes',
  },
};
