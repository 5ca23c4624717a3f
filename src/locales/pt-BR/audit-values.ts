/** Names of database terms in the audit log. */
export const auditValues = {
  register: 'Cadastro',
  create_tenant: 'Nova organização',
  subscribe: 'Assinatura',
  change_plan: 'Troca de plano',
  buy: 'Compra',
  cancel: 'Cancelamento',
  update_card: 'Novo cartão',
  credit: 'Crédito',
  refund: 'Reembolso',
  extend_trial: 'Prorrogação do teste',
  grant_plan: 'Plano concedido',
  organization_edited: 'Organização editada',
  plan_granted: 'Plano concedido',
  trial_extended: 'Teste prorrogado',
  plan_changed: 'Plano alterado',
  balance_credited: 'Saldo creditado',
  invoice_refunded: 'Fatura reembolsada',
  receipt_resent: 'Recibo reenviado',
  open: 'Iniciado',
  authenticating: 'Aguardando o banco',
  done: 'Concluído',
  undone: 'Revertido',
  active: 'Ativo',
  trialing: 'Em teste',
  past_due: 'Em atraso',
  canceled: 'Cancelado',
  information: 'Informação',
  warning: 'Alerta',
  verify: 'Verificação do e-\u2060mail',
  reset: 'Redefinição de senha',
  invitation: 'Convite',
  once: 'Uma vez',
  repeating: 'Por alguns meses',
  forever: 'Para sempre',
};

/** Names of the columns of support actions. */
export const supportFields = {
  amount: 'Valor',
  invoice: 'Fatura',
  plan: 'Plano',
  operator_id: 'Operador',
};

/** Names of the columns of legal texts and announcements in the audit log. */
export const publishedTextFields = {
  language: 'Idioma do texto',
  version: 'Versão',
  text: 'Texto',
  requires_acceptance: 'Aceite exigido',
  author: 'Autor',
  texts: 'Textos',
  severity: 'Gravidade',
  dismissible: 'Pode ser fechado',
  starts_at: 'Início',
};

/** Names of the columns of billing details and coupons in the audit log. */
export const moneyFields = {
  percent_off: 'Desconto em %',
  amount_off: 'Valor do desconto',
  duration: 'Duração',
  duration_in_months: 'Meses',
  product_ids: 'Produtos',
  max_redemptions: 'Máximo de usos',
  legal_name: 'Razão social',
  address: 'Endereço',
  tax_ids: 'Documentos fiscais',
  invoice_emails: 'Cópias dos recibos',
  purchase_order: 'Pedido de compra',
};
