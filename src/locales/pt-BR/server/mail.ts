import type { RomanceTexts } from '#locales/texts.ts';
import { billingMails } from './mails/billing.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
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
    usedMembers: 'Membros',
    usedTransactions: 'Transações registradas',
    charge: 'Cobrança nesse dia',
    due: 'Valor em aberto',
    refund: 'Estorno',
    paidOn: 'Pago em',
    invoice: 'Fatura',
    paymentMethod: 'Forma de pagamento',
    updateCard: 'Atualizar forma de pagamento',
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
  billing: billingMails,
};
