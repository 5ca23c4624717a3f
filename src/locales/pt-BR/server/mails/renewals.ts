/** Emails about the next charge of a subscription, and about what changed it. */
export const renewalMails = {
  paymentFailedAgain: {
    subject: 'Outra tentativa de pagamento de {{organization}} falhou',
    text: 'Tentamos cobrar a assinatura de {{organization}} de novo, e o pagamento falhou outra vez. Pague até {{date}}. Depois disso, a organização ficará em modo somente leitura. Nada será apagado.',
    action: 'Atualizar forma de pagamento',
  },
  paymentOverdue: {
    subject: 'Uma fatura de {{organization}} está vencida',
    text: 'A fatura da assinatura de {{organization}} não foi paga até o vencimento. Pague até {{date}}. Depois disso, a organização ficará em modo somente leitura. Nada será apagado.',
    action: 'Pagar fatura',
  },
  graceEnds: {
    subject: '{{organization}} ficará em modo somente leitura em {{date}}',
    text: 'O pagamento da assinatura de {{organization}} continua atrasado. Pague até {{date}}. Depois disso, a organização ficará em modo somente leitura. Nada será apagado.',
    action: 'Atualizar forma de pagamento',
  },
  pay: 'Pagar {{due}}',
  payLink:
    'O botão dispensa entrar na conta e paga somente esta fatura. Você pode encaminhar este e\u2011mail a quem faz o pagamento.',
  cardRemoved: {
    subject: '{{organization}} está sem cartão cadastrado',
    text: 'O cartão da assinatura de {{organization}} foi removido. Adicione um cartão até {{date}}, data do próximo pagamento.',
    action: 'Adicionar cartão',
  },
  cardExpires: {
    subject: 'O cartão de {{organization}} vence antes do próximo pagamento',
    text: 'O cartão cadastrado de {{organization}} vence antes do próximo pagamento, em {{date}}. Troque o cartão para que o pagamento seja concluído.',
    action: 'Atualizar forma de pagamento',
  },
  renews: {
    subject: 'A assinatura de {{organization}} renova em {{date}}',
    text: 'A assinatura de {{organization}} renova em {{date}}, e o valor devido é cobrado no cartão cadastrado. Para evitar a cobrança, cancele antes dessa data.',
    action: 'Ver a assinatura',
  },
  resumed: {
    subject: 'A assinatura de {{organization}} continua',
    text: 'O cancelamento da assinatura de {{organization}} foi desfeito. A assinatura continua, e o próximo pagamento é em {{date}}.',
    action: 'Ver a assinatura',
  },
  disputeReport: {
    subject: 'Um pagamento de {{organization}} foi contestado',
    text: 'O titular do cartão de {{organization}} contesta o pagamento de {{amount}} da fatura {{invoice}}. Responda na página da organização dentro do prazo do banco, ou aceite a contestação ali.',
    action: 'Ver a organização',
  },
  inquiryReport: {
    subject: 'O banco pergunta sobre um pagamento de {{organization}}',
    text: 'O banco do titular do cartão de {{organization}} pergunta sobre o pagamento de {{amount}} da fatura {{invoice}}. Ele ainda não retirou o dinheiro. Responda na página da organização dentro do prazo do banco, ou reembolse a fatura ali.',
    action: 'Ver a organização',
  },
  purchaseEnded: {
    subject: 'A compra de {{plan}} por {{organization}} terminou',
    text: '{{organization}} não tem mais {{plan}}, que foi pago uma única vez. Seus dados são mantidos, e você pode escolher um plano quando quiser.',
    action: 'Escolher um plano',
  },
  paused: {
    subject: 'A assinatura de {{organization}} está pausada',
    text: 'A assinatura de {{organization}} está pausada. Nada é cobrado, e a organização fica em modo somente leitura até que a assinatura seja retomada. Nada foi apagado. Você pode retomá-la na página da assinatura.',
    action: 'Ver a assinatura',
  },
  unpaused: {
    subject: 'A assinatura de {{organization}} não está mais pausada',
    text: 'A assinatura de {{organization}} foi retomada, e a organização voltou a ter acesso completo. O próximo pagamento é em {{date}}.',
    action: 'Ver a assinatura',
  },
  paymentsPaused: {
    subject: 'Os pagamentos de {{organization}} estão pausados',
    text: 'Os pagamentos da assinatura de {{organization}} estão pausados. Nada é cobrado até que sejam retomados, e seu acesso continua igual. Você pode retomá-los na página da assinatura.',
    action: 'Ver a assinatura',
  },
  paymentsResumed: {
    subject: 'Os pagamentos de {{organization}} não estão mais pausados',
    text: 'Os pagamentos da assinatura de {{organization}} foram retomados. A página da assinatura mostra o próximo pagamento.',
    action: 'Ver a assinatura',
  },
  planChanged: {
    subject: 'O plano de {{organization}} mudou',
    text: '{{organization}} tem outro plano, com efeito imediato. A página da assinatura mostra o que ele inclui e o próximo pagamento.',
    action: 'Ver a assinatura',
  },
  paidFromCredit: {
    subject: 'Pago com seu crédito: {{amount}}',
    text: 'A fatura de {{amount}} de {{organization}} foi paga com seu crédito em {{date}}. Nada foi cobrado no cartão. A fatura está na página da assinatura.',
    action: 'Ver as faturas',
  },
};
