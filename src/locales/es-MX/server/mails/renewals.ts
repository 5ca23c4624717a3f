/** Emails about the next charge of a subscription, and about what changed it. */
export const renewalMails = {
  paymentFailedAgain: {
    subject: 'Falló otro intento de pago de {{organization}}',
    text: 'Intentamos cobrar de nuevo la suscripción de {{organization}} y el pago volvió a fallar. Paga antes del {{date}}. Después, la organización quedará en modo de solo lectura. No se elimina nada.',
    action: 'Actualizar método de pago',
  },
  paymentOverdue: {
    subject: 'Una factura de {{organization}} está vencida',
    text: 'La factura de la suscripción de {{organization}} no se pagó antes de su vencimiento. Págala antes del {{date}}. Después, la organización quedará en modo de solo lectura. No se elimina nada.',
    action: 'Pagar factura',
  },
  graceEnds: {
    subject: '{{organization}} quedará en modo de solo lectura el {{date}}',
    text: 'El pago de la suscripción de {{organization}} sigue vencido. Paga antes del {{date}}. Después, la organización quedará en modo de solo lectura. No se elimina nada.',
    action: 'Actualizar método de pago',
  },
  pay: 'Pagar {{due}}',
  payLink:
    'El botón no requiere iniciar sesión y paga solo esta factura, así que puedes reenviar este correo a la persona que paga.',
  cardRemoved: {
    subject: '{{organization}} no tiene tarjeta registrada',
    text: 'Se quitó la tarjeta de la suscripción de {{organization}}. Agrega una tarjeta a más tardar el {{date}}, fecha del próximo pago.',
    action: 'Agregar tarjeta',
  },
  cardExpires: {
    subject: 'La tarjeta de {{organization}} vence antes del próximo pago',
    text: 'La tarjeta registrada de {{organization}} vence antes del próximo pago, el {{date}}. Cámbiala para que el pago se realice.',
    action: 'Actualizar método de pago',
  },
  renews: {
    subject: 'La suscripción de {{organization}} se renueva el {{date}}',
    text: 'La suscripción de {{organization}} se renueva el {{date}} y el importe correspondiente se cobra a la tarjeta registrada. Para evitar el cobro, cancela antes de esa fecha.',
    action: 'Ver la suscripción',
  },
  resumed: {
    subject: 'La suscripción de {{organization}} continúa',
    text: 'Se retiró la cancelación de la suscripción de {{organization}}. La suscripción continúa y el próximo pago es el {{date}}.',
    action: 'Ver la suscripción',
  },
  disputeReport: {
    subject: 'Un pago de {{organization}} está en disputa',
    text: 'El titular de la tarjeta de {{organization}} disputa el pago de {{amount}} de la factura {{invoice}}. Responde en la página de la organización antes de la fecha límite del banco, o acepta ahí la disputa.',
    action: 'Ver la organización',
  },
  inquiryReport: {
    subject: 'El banco pregunta por un pago de {{organization}}',
    text: 'El banco del titular de la tarjeta de {{organization}} pregunta por el pago de {{amount}} de la factura {{invoice}}. Todavía no retiró el dinero. Responde en la página de la organización antes de la fecha límite del banco, o reembolsa ahí la factura.',
    action: 'Ver la organización',
  },
  purchaseEnded: {
    subject: 'La compra de {{plan}} por {{organization}} terminó',
    text: '{{organization}} ya no tiene {{plan}}, que se pagó una sola vez. Tus datos se conservan y puedes elegir un plan cuando quieras.',
    action: 'Elegir un plan',
  },
  paused: {
    subject: 'La suscripción de {{organization}} está en pausa',
    text: 'La suscripción de {{organization}} está en pausa. No se cobra nada y la organización queda en modo de solo lectura hasta que se reanude la suscripción. No se eliminó nada. Puedes reanudarla en la página de la suscripción.',
    action: 'Ver la suscripción',
  },
  unpaused: {
    subject: 'La suscripción de {{organization}} ya no está en pausa',
    text: 'Se reanudó la suscripción de {{organization}} y la organización tiene acceso completo de nuevo. El próximo pago es el {{date}}.',
    action: 'Ver la suscripción',
  },
  paymentsPaused: {
    subject: 'Los pagos de {{organization}} están en pausa',
    text: 'Los pagos de la suscripción de {{organization}} están en pausa. No se cobra nada hasta que se reanuden y tu acceso sigue igual. Puedes reanudarlos en la página de la suscripción.',
    action: 'Ver la suscripción',
  },
  paymentsResumed: {
    subject: 'Los pagos de {{organization}} ya no están en pausa',
    text: 'Se reanudaron los pagos de la suscripción de {{organization}}. La página de la suscripción muestra el próximo pago.',
    action: 'Ver la suscripción',
  },
  planChanged: {
    subject: 'Cambió el plan de {{organization}}',
    text: '{{organization}} tiene otro plan, con efecto inmediato. La página de la suscripción muestra lo que incluye y el próximo pago.',
    action: 'Ver la suscripción',
  },
  paidFromCredit: {
    subject: 'Pagado con tu crédito: {{amount}}',
    text: 'La factura de {{amount}} de {{organization}} se pagó con tu crédito el {{date}}. No se cobró nada a una tarjeta. La factura está en la página de la suscripción.',
    action: 'Ver las facturas',
  },
};
