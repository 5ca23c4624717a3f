/** Names of database terms in the audit log. */
export const auditValues = {
  register: 'Registro',
  create_tenant: 'Nueva organización',
  subscribe: 'Suscripción',
  change_plan: 'Cambio de plan',
  buy: 'Compra',
  cancel: 'Cancelación',
  update_card: 'Tarjeta nueva',
  credit: 'Crédito',
  refund: 'Reembolso',
  extend_trial: 'Extensión de la prueba',
  grant_plan: 'Plan concedido',
  organization_edited: 'Organización editada',
  plan_granted: 'Plan concedido',
  trial_extended: 'Prueba extendida',
  plan_changed: 'Plan cambiado',
  balance_credited: 'Saldo abonado',
  invoice_refunded: 'Factura reembolsada',
  receipt_resent: 'Recibo reenviado',
  open: 'Iniciado',
  authenticating: 'En espera del banco',
  done: 'Hecho',
  undone: 'Revertido',
  active: 'Activo',
  trialing: 'En prueba',
  past_due: 'Vencido',
  canceled: 'Cancelado',
  information: 'Información',
  warning: 'Advertencia',
  verify: 'Verificación del correo',
  reset: 'Restablecimiento de contraseña',
  invitation: 'Invitación',
  once: 'Una vez',
  repeating: 'Por algunos meses',
  forever: 'Para siempre',
};

/** Names of the columns of support actions. */
export const supportFields = {
  amount: 'Monto',
  invoice: 'Factura',
  plan: 'Plan',
  operator_id: 'Operador',
};

/** Names of the columns of legal texts and announcements in the audit log. */
export const publishedTextFields = {
  language: 'Idioma del texto',
  version: 'Versión',
  text: 'Texto',
  requires_acceptance: 'Aceptación obligatoria',
  author: 'Autor',
  texts: 'Textos',
  severity: 'Gravedad',
  dismissible: 'Se puede cerrar',
  starts_at: 'Inicio',
};

/** Names of the columns of billing details and coupons in the audit log. */
export const moneyFields = {
  percent_off: 'Descuento en %',
  amount_off: 'Monto del descuento',
  duration: 'Duración',
  duration_in_months: 'Meses',
  product_ids: 'Productos',
  max_redemptions: 'Máximo de usos',
  legal_name: 'Razón social',
  address: 'Dirección',
  tax_ids: 'Identificaciones fiscales',
  invoice_emails: 'Copias de recibos',
  purchase_order: 'Orden de compra',
};
