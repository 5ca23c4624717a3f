import type { RomanceTexts } from '#locales/texts.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
import { renewalMails } from './mails/renewals.ts';
import { signInMails } from './mails/sign-in.ts';
import { suspensionMails } from './mails/suspensions.ts';
import { usageMails } from './mails/usage.ts';

export const mail: RomanceTexts['mail'] = {
  greeting: 'Olá, {{name}}!',
  fallback: 'O botão não funciona? Abra este link:',
  support: 'Dúvidas? Escreva para {{email}}.',
  unsubscribe: 'Cancelar a inscrição nestes e\u2011mails',
  sentFor: 'Enviado pelo Pregão em nome de {{organization}}.',
  reason: {
    registered:
      'Você recebeu este e\u2011mail porque este endereço foi usado em um cadastro no Pregão.',
    account: 'Você recebeu este e\u2011mail porque este endereço tem uma conta no Pregão.',
    newEmail: 'Você recebeu este e\u2011mail porque uma conta do Pregão vai usar este endereço.',
    formerEmail: 'Você recebeu este e\u2011mail porque este era o endereço de uma conta do Pregão.',
    invited:
      'Você recebeu este e\u2011mail porque {{inviter}} convidou você para {{organization}}.',
    manages: 'Você recebeu este e\u2011mail porque administra os membros de {{organization}}.',
    requested: 'Você recebeu este e\u2011mail porque seu endereço pediu acesso a {{organization}}.',
    member: 'Você recebeu este e\u2011mail porque fazia parte de {{organization}}.',
    notified: 'Você recebeu este e\u2011mail porque faz parte de {{organization}}.',
    owner: 'Você recebeu este e\u2011mail porque é proprietário de {{organization}}.',
    digest: 'Você recebeu este e\u2011mail porque escolheu um resumo diário.',
    billing: 'Você recebeu este e\u2011mail porque administra a assinatura de {{organization}}.',
    receiptCopy:
      'Você recebeu este e\u2011mail porque {{organization}} envia a você cópias dos recibos do Pregão.',
    operator: 'Você recebeu este e\u2011mail porque opera o Pregão.',
    operatorInvited:
      'Você recebeu este e\u2011mail porque {{inviter}} convidou você para operar o Pregão.',
  },
  details: {
    name: 'Nome',
    time: 'Horário',
    by: 'Feito por',
    organization: 'Organização',
    plan: 'Plano',
    period: 'Período de cobrança',
    amount: 'Valor',
    due: 'Valor em aberto',
    refund: 'Estorno',
    paidOn: 'Pago em',
    invoice: 'Fatura',
    paymentMethod: 'Forma de pagamento',
    card: '{{brand}} com final {{last4}}',
    trialEnds: 'Fim do teste',
    payBy: 'Pague até',
    nextAttempt: 'Próxima tentativa',
    paymentsResume: 'Pagamentos retomados em',
    nextPayment: 'Próximo pagamento',
    renewsOn: 'Renova em',
    accessUntil: 'Acesso até',
    endedOn: 'Terminou em',
    switchesOn: 'Muda em',
    reason: 'Motivo',
    disputed: 'O banco devolveu um pagamento contestado',
    pdf: 'PDF',
    download: 'Baixar a fatura',
  },
  verify: {
    subject: 'Verifique sua conta no Pregão',
    text: 'Sua organização está pronta. Escolha uma senha para verificar sua conta e entrar.',
    action: 'Verificar minha conta',
    note: 'Se não foi você quem se cadastrou, ignore este e\u2011mail. Nada vai acontecer.',
  },
  reset: {
    subject: 'Redefina sua senha no Pregão',
    text: 'Você pediu uma nova senha. O link funciona uma única vez.',
    ended: 'Também encerramos os acessos que sua conta tinha dado desde então:',
    action: 'Escolher uma nova senha',
    note: 'Se não foi você, ignore este e\u2011mail. Sua senha continua a mesma.',
  },
  passwordChanged: {
    subject: 'Sua senha no Pregão foi alterada',
    text: 'Sua senha acaba de ser alterada, e as suas outras sessões foram encerradas.',
    note: 'Se não foi você, defina uma nova senha agora mesmo.',
    action: 'Definir nova senha',
  },
  factors: factorMail,
  ...signInMails,
  archiveReady: {
    subject: 'A exportação de {{organization}} está pronta',
    text: 'O arquivo com os dados de {{organization}} pode ser baixado até {{date}}. Entre como proprietário para baixá-lo.',
    action: 'Baixar o arquivo',
  },
  organizationDeleted: {
    subject: '{{organization}} foi excluída',
    text: 'A organização {{organization}} foi excluída com tudo o que havia nela. A assinatura foi encerrada, e nada mais será cobrado.',
  },
  invitation: {
    subject: '{{inviter}} convida você para {{organization}}',
    text: '{{inviter}} convida você para a organização {{organization}} no Pregão. O link é só seu, funciona uma única vez e vale por sete dias.',
    action: 'Aceitar o convite',
    note: 'Se você não esperava este convite, ignore este e\u2011mail. Nada vai acontecer.',
  },
  operatorInvitation: {
    subject: '{{inviter}} convida você para operar o Pregão',
    text: '{{inviter}} convida você como operador do Pregão. Sua função: {{role}}. O link é só seu, funciona uma única vez e vale por sete dias.',
    action: 'Aceitar o convite',
  },
  accessRequest: {
    subject: '{{person}} quer entrar em {{organization}}',
    text: '{{person}} pediu para entrar em {{organization}} pelo link de convite. Aceite ou recuse o pedido na lista de membros.',
    action: 'Ver o pedido',
  },
  accessAccepted: {
    subject: 'Boas-vindas a {{organization}}',
    text: 'Seu pedido para entrar em {{organization}} foi aceito. Entre na sua conta para começar.',
    action: 'Entrar',
  },
  accessRejected: {
    subject: 'Seu pedido para entrar em {{organization}}',
    text: 'Seu pedido para entrar em {{organization}} não foi aceito. Se achar que houve um engano, fale com alguém da organização.',
  },
  confirmAddress: {
    subject: 'Confirme seu e-mail no Pregão',
    text: 'Uma conta com este e\u2011mail foi criada para entrar em {{organization}}. Escolha uma senha para confirmar seu e\u2011mail. O link funciona uma única vez e vale por um dia.',
    action: 'Confirmar meu e\u2011mail',
    note: 'Se não foi você, ignore este e\u2011mail. A conta não pode ser usada até que você confirme o e\u2011mail.',
  },
  notification: {
    subject: '{{title}}',
    text: '{{text}}',
    action: 'Ver no Pregão',
  },
  digest: {
    subject: 'Seu resumo diário',
    text: 'Isto aconteceu nas suas organizações desde o último resumo.',
    action: 'Abrir o Pregão',
  },
  ...domainMails,
  ...grantMails,
  ...policyMails,
  ...suspensionMails,
  usage: usageMails,
  billing: {
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
      text: 'Não foi possível processar o pagamento da assinatura de {{organization}}. Atualize sua forma de pagamento até {{date}}. Depois disso, a organização ficará em modo somente leitura. Nada será apagado.',
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
  },
};
