import type { RomanceTexts } from '#locales/texts.ts';

export const mail: RomanceTexts['mail'] = {
  footer: 'Você recebeu esta mensagem porque alguém usou este endereço no Pregão.',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  verify: {
    subject: 'Verifique sua conta no Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'Sua organização está pronta. Escolha uma senha para verificar sua conta e entrar.',
    action: 'Verificar minha conta',
    ignore: 'Se não foi você quem se cadastrou, ignore esta mensagem: nada vai acontecer.',
  },
  reset: {
    subject: 'Redefina sua senha no Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'Você pediu uma nova senha. O link funciona uma única vez.',
    action: 'Escolher uma nova senha',
    ignore: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  },
  passwordChanged: {
    subject: 'Sua senha na Pregão foi alterada',
    greeting: 'Olá, {{name}}!',
    text: 'Sua senha acaba de ser alterada, e as suas outras sessões foram encerradas.',
    ignore: 'Se não foi você, defina uma nova senha agora mesmo:',
    action: 'Definir nova senha',
  },
  registeredAgain: {
    subject: 'Alguém tentou se cadastrar no Pregão com seu endereço',
    greeting: 'Olá, {{name}}!',
    text: 'Alguém tentou se cadastrar com este endereço, que já tem uma conta. Nada foi alterado. Se foi você, entre, ou escolha uma nova senha se esqueceu a sua.',
    action: 'Escolher uma nova senha',
    ignore: 'Se não foi você, ignore esta mensagem: sua conta continua como está.',
  },
  organizationDeleted: {
    subject: '{{organization}} foi excluída da Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'A organização {{organization}} foi excluída pelo proprietário, com tudo o que havia nela. A assinatura foi encerrada: nada mais será cobrado.',
  },
  invitation: {
    subject: '{{inviter}} convida você para {{organization}}',
    greeting: 'Olá, {{name}}!',
    text: '{{inviter}} convida você para a organização {{organization}} no Pregão. O link é só seu, funciona uma única vez e vale por sete dias.',
    action: 'Aceitar o convite',
    note: 'Se você não sabe de quem se trata, ignore esta mensagem: nada vai acontecer.',
  },
  accessRequest: {
    subject: '{{person}} pede para entrar em {{organization}}',
    greeting: 'Olá, {{name}}!',
    text: '{{person}} pede para entrar em {{organization}} pelo link de convite. Aceite ou recuse o pedido na lista de membros.',
    action: 'Ver o pedido',
    note: 'Você recebeu esta mensagem porque administra os membros de {{organization}}.',
  },
  accessAccepted: {
    subject: 'Boas-vindas a {{organization}}',
    greeting: 'Olá, {{name}}!',
    text: 'Seu pedido para entrar em {{organization}} foi aceito. Entre na sua conta para começar.',
    action: 'Entrar',
    note: 'Você recebeu esta mensagem porque pediu para entrar em {{organization}}.',
  },
  accessRejected: {
    subject: 'Seu pedido para entrar em {{organization}}',
    greeting: 'Olá, {{name}}!',
    text: 'Seu pedido para entrar em {{organization}} não foi aceito. Se achar que houve um engano, fale com alguém da organização.',
  },
  confirmAddress: {
    subject: 'Confirme seu endereço no Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'Uma conta com este endereço foi criada para entrar em {{organization}}. Confirme o endereço escolhendo uma senha; o link funciona uma única vez e vale por um dia.',
    action: 'Confirmar meu endereço',
    note: 'Se não foi você, ignore esta mensagem: sem a sua confirmação, essa conta não representa ninguém.',
  },
  billing: {
    greeting: 'Olá, {{name}}!',
    note: 'Você recebeu esta mensagem porque administra a assinatura de {{organization}}.',
    trialEnds: {
      subject: 'O período de teste de {{organization}} termina em {{date}}',
      text: 'O período de teste de {{organization}} termina em {{date}}, e não há cartão cadastrado. Adicione um cartão até lá para manter tudo o que você tem hoje.',
      action: 'Adicionar um cartão',
    },
    trialEndsPaid: {
      subject: 'O período de teste de {{organization}} termina em {{date}}',
      text: 'O período de teste de {{organization}} termina em {{date}}. Depois disso a assinatura continua e o cartão cadastrado é cobrado. Se não quiser, cancele antes.',
      action: 'Ver a assinatura',
    },
    paymentFailed: {
      subject: 'Um pagamento de {{organization}} falhou',
      text: 'O pagamento da assinatura de {{organization}} não foi aprovado. Tudo continua funcionando até {{date}}; depois disso a organização poderá ser consultada, mas não alterada. Nada será apagado.',
      action: 'Regularizar o pagamento',
    },
    readOnly: {
      subject: '{{organization}} agora está somente para leitura',
      text: 'A assinatura de {{organization}} continuou sem pagamento além do prazo de tolerância; por isso a organização pode ser consultada, mas não alterada. Nada foi apagado: assim que o pagamento for regularizado, tudo volta a funcionar.',
      action: 'Regularizar o pagamento',
    },
    recovered: {
      subject: 'O pagamento de {{organization}} foi regularizado',
      text: 'O pagamento atrasado de {{amount}} chegou em {{date}}. {{organization}} voltou a funcionar sem restrições. Agradecemos!',
      action: 'Ver as faturas',
    },
    received: {
      subject: 'Pagamento recebido: {{amount}}',
      text: 'Recebemos {{amount}} de {{organization}} em {{date}}. Agradecemos! A fatura está na página da assinatura.',
      action: 'Ver as faturas',
    },
    cancels: {
      subject: 'A assinatura de {{organization}} termina em {{date}}',
      text: 'A assinatura de {{organization}} foi cancelada e termina em {{date}}. Até lá tudo continua funcionando, e nada mais será cobrado.',
      action: 'Ver a assinatura',
    },
    ended: {
      subject: 'A assinatura de {{organization}} terminou',
      text: 'A assinatura de {{organization}} terminou, e nada mais será cobrado. O que você registrou fica guardado: é possível assinar de novo quando quiser.',
      action: 'Escolher um plano',
    },
    duplicateEnded: {
      subject: 'Encerramos uma assinatura duplicada de {{organization}}',
      text: '{{organization}} ficou por um momento com duas assinaturas. Encerramos a segunda e estornamos {{amount}} no cartão cadastrado. O plano continua como está e você não precisa fazer nada.',
      action: 'Ver a assinatura',
    },
    duplicateReport: {
      subject: 'Uma assinatura duplicada de {{organization}} foi encerrada',
      text: '{{organization}} tinha mais de uma assinatura recorrente no provedor de pagamentos. A mais nova ({{subscription}}) foi cancelada e seus pagamentos foram estornados. Os proprietários e administradores foram avisados por e-mail.',
      action: 'Ver os eventos de pagamento',
    },
    trialEndsFree: {
      subject: 'O período de teste de {{organization}} termina em {{date}}',
      text: 'O período de teste de {{organization}} termina em {{date}}, e não há cartão cadastrado. Adicione um cartão até lá para manter tudo o que você tem hoje. Se preferir não adicionar, você continua no {{plan}}, o plano gratuito: nada é cobrado e nada é apagado.',
      action: 'Adicionar um cartão',
    },
    trialEnded: {
      subject: '{{organization}} agora está no {{plan}}, o plano gratuito',
      text: 'O período de teste de {{organization}} terminou. Como não havia cartão cadastrado, nada foi cobrado. Você continua no {{plan}}, o plano gratuito, e tudo o que você registrou continua lá. Dá para assinar quando quiser.',
      action: 'Ver os planos',
    },
    movesToFree: {
      subject: '{{organization}} passa para o {{plan}} em {{date}}',
      text: '{{organization}} passa para o {{plan}}, o plano gratuito, em {{date}}. Até lá tudo continua funcionando, e nada mais será cobrado.',
      action: 'Ver a assinatura',
    },
    movedToFree: {
      subject: '{{organization}} agora está no {{plan}}, o plano gratuito',
      text: 'O plano pago de {{organization}} terminou, e nada mais será cobrado. Você continua no {{plan}}, o plano gratuito, e tudo o que você registrou continua lá.',
      action: 'Ver a assinatura',
    },
    over: '{{organization}} tem mais membros ({{used}}) do que o {{plan}} permite ({{max}}). Nesse plano ela fica somente para leitura até você assinar ou remover membros.',
  },
};
