import { renewalMails } from './renewals.ts';

/** Emails about trials, payments and the plan of an organization. */
export const billingMails = {
  trialEnds: {
    subject: 'O período de teste de {{organization}} termina em {{date}}',
    text: 'O período de teste de {{organization}} termina em {{date}}, e não há cartão cadastrado. Adicione um cartão até lá para manter o plano atual.',
    action: 'Adicionar um cartão',
  },
  trialEndsPaid: {
    subject: 'O período de teste de {{organization}} termina em {{date}}',
    text: 'O período de teste de {{organization}} termina em {{date}}. Depois disso, a assinatura continua e o cartão cadastrado é cobrado. Para evitar a cobrança, cancele antes dessa data.',
    action: 'Ver a assinatura',
  },
  paymentFailed: {
    subject: 'Um pagamento de {{organization}} falhou',
    text: 'Não foi possível processar o pagamento da assinatura de {{organization}}. O cartão foi recusado ou o banco pede que você confirme o pagamento. Pague até {{date}}. Depois disso, a organização ficará em modo somente leitura. Nada será apagado.',
    action: 'Atualizar forma de pagamento',
  },
  ...renewalMails,
  readOnly: {
    subject: '{{organization}} agora está em modo somente leitura',
    text: 'O prazo de tolerância do pagamento atrasado de {{organization}} terminou, e a organização está em modo somente leitura. Nada foi apagado. O acesso completo volta assim que você pagar.',
    action: 'Atualizar forma de pagamento',
  },
  recovered: {
    subject: 'Pagamento de {{organization}} recebido',
    text: 'Recebemos o pagamento atrasado de {{amount}} em {{date}}. {{organization}} voltou a ter acesso completo. Agradecemos!',
    action: 'Ver as faturas',
  },
  received: {
    subject: 'Pagamento recebido: {{amount}}',
    text: 'Recebemos {{amount}} de {{organization}} em {{date}}. Agradecemos! A fatura está na página da assinatura.',
    action: 'Ver as faturas',
  },
  cancels: {
    subject: 'A assinatura de {{organization}} termina em {{date}}',
    text: 'A assinatura de {{organization}} foi cancelada. Vocês têm acesso completo até {{date}}, e nada mais será cobrado. Nada é apagado, e depois os proprietários ainda podem exportar tudo.',
    action: 'Ver a assinatura',
  },
  ended: {
    subject: 'A assinatura de {{organization}} terminou',
    text: 'A assinatura de {{organization}} terminou, e nada mais será cobrado. Seus dados são mantidos: os proprietários podem exportá-los, e você pode assinar de novo quando quiser.',
    action: 'Escolher um plano',
  },
  duplicateEnded: {
    subject: 'Encerramos uma assinatura duplicada de {{organization}}',
    text: '{{organization}} ficou por um momento com duas assinaturas. Encerramos a segunda e estornamos {{amount}} no cartão cadastrado. O plano continua como está e você não precisa fazer nada.',
    action: 'Ver a assinatura',
  },
  duplicateReport: {
    subject: 'Uma assinatura duplicada de {{organization}} foi encerrada',
    text: '{{organization}} tinha mais de uma assinatura recorrente no provedor de pagamentos. A mais nova ({{subscription}}) foi cancelada e seus pagamentos foram estornados. Os proprietários e administradores foram avisados por e\u2011mail.',
    action: 'Ver os eventos de pagamento',
  },
  trialEndsFree: {
    subject: 'O período de teste de {{organization}} termina em {{date}}',
    text: 'O período de teste de {{organization}} termina em {{date}}, e não há cartão cadastrado. Adicione um cartão até lá para manter o plano atual. Caso contrário, você continua no {{plan}}, o plano gratuito, e nada é cobrado. Os registros que o {{plan}} não inclui ficam ocultos, mas não são apagados: os proprietários ainda podem exportá-los. Convites em aberto que não cabem no {{plan}} são cancelados.',
    action: 'Adicionar um cartão',
  },
  trialEnded: {
    subject: '{{organization}} agora está no {{plan}}, o plano gratuito',
    text: 'O período de teste de {{organization}} terminou. Como não havia cartão cadastrado, nada foi cobrado. Agora você está no {{plan}}, o plano gratuito. Os registros que o {{plan}} não inclui estão ocultos, mas não foram apagados: os proprietários podem exportá-los, e eles voltam a aparecer quando você escolher um plano que os inclua.',
    action: 'Ver os planos',
  },
  movesToFree: {
    subject: '{{organization}} muda para o {{plan}} em {{date}}',
    text: '{{organization}} muda para o {{plan}}, o plano gratuito, em {{date}}. Até lá tudo continua funcionando, e nada mais será cobrado. Depois, os registros que o {{plan}} não inclui ficam ocultos, mas não são apagados: os proprietários ainda podem exportá-los. Convites em aberto que não cabem no {{plan}} são cancelados.',
    action: 'Ver a assinatura',
  },
  movedToFree: {
    subject: '{{organization}} agora está no {{plan}}, o plano gratuito',
    text: 'O plano pago de {{organization}} terminou, e nada mais será cobrado. Agora você está no {{plan}}, o plano gratuito. Os registros que o {{plan}} não inclui estão ocultos, mas não foram apagados: os proprietários podem exportá-los, e eles voltam a aparecer quando você escolher um plano que os inclua.',
    action: 'Ver a assinatura',
  },
  credited: {
    subject: 'Crédito de {{amount}} para {{organization}}',
    text: 'Creditamos {{amount}} para {{organization}}. As próximas faturas usam esse crédito antes de cobrar o cartão.',
    action: 'Ver assinatura',
  },
  refunded: {
    subject: 'Reembolso de {{amount}} para {{organization}}',
    text: 'Reembolsamos {{amount}} no cartão que pagou a fatura. O banco pode levar até dez dias para mostrar o valor.',
    action: 'Ver faturas',
  },
  trialExtended: {
    subject: 'O teste de {{organization}} agora termina em {{date}}',
    text: 'Prorrogamos o teste de {{organization}} até {{date}}. Nada é cobrado até lá.',
    action: 'Ver assinatura',
  },
  planGrantedUntil: {
    subject: '{{organization}} tem um plano gratuito até {{date}}',
    text: 'Concedemos a {{organization}} um plano sem custo até {{date}}. Nada é cobrado até lá e, depois, só por um plano que você escolher.',
    action: 'Ver assinatura',
  },
  planGranted: {
    subject: '{{organization}} tem um plano sem custo',
    text: 'Concedemos a {{organization}} um plano sem custo e sem data de término. Nada é cobrado, a menos que você escolha outro plano.',
    action: 'Ver assinatura',
  },
  grantEnded: {
    subject: '{{organization}} agora está no {{plan}}, o plano gratuito',
    text: 'O plano que concedemos a {{organization}} terminou e nada foi cobrado. Agora você está no {{plan}}, o plano gratuito. Os registros que o {{plan}} não inclui estão ocultos, mas não foram apagados: os proprietários podem exportá-los, e eles voltam a aparecer quando você escolher um plano que os inclua.',
    action: 'Ver planos',
  },
  over: '{{organization}} tem mais membros ({{used}}) do que o {{plan}} permite ({{max}}). Nesse plano, nada pode ser alterado até você escolher um plano maior ou remover membros.',
};
