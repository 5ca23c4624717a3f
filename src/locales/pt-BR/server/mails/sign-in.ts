/** Emails about signing in. */
export const signInMails = {
  registeredAgain: {
    subject: 'Alguém tentou se cadastrar com seu e-mail',
    text: 'Alguém tentou se cadastrar com este e\u2011mail, que já tem uma conta. Nada foi alterado. Se foi você, entre ou escolha uma nova senha, se esqueceu a sua.',
    action: 'Escolher uma nova senha',
    note: 'Se não foi você, ignore este e\u2011mail. Sua conta continua como está.',
  },
  newEmail: {
    subject: 'Confirme seu novo e-\u2060mail no Pregão',
    text: 'Confirme que este é o novo e\u2011mail da sua conta do Pregão. O link funciona uma única vez e vale por uma hora.',
    action: 'Confirmar meu e-\u2060mail',
    note: 'Se você não pediu isso, ignore este e\u2011mail. Nada vai acontecer.',
  },
  emailTaken: {
    subject: 'Alguém tentou usar seu e-\u2060mail em outra conta',
    text: 'Alguém pediu para usar este e\u2011mail em outra conta do Pregão. Ele já tem uma conta, por isso nada foi alterado. Se foi você, use outro e\u2011mail ou exclua antes esta conta.',
  },
  emailChanged: {
    subject: 'O e-\u2060mail da sua conta do Pregão foi alterado',
    text: 'Sua conta do Pregão agora usa outro e\u2011mail. Se foi você que alterou, não é preciso fazer nada.',
    note: 'Se não foi você, restaure este e\u2011mail em até 72 horas. O link encerra todas as sessões e permite escolher uma nova senha, mesmo que ela tenha sido alterada.',
    action: 'Não fui eu',
  },
  googleLinked: {
    subject: 'Uma conta do Google foi vinculada à sua conta do Pregão',
    text: 'Agora uma conta do Google pode entrar na sua conta.',
    action: 'Não fui eu',
  },
  googleUnlinked: {
    subject: 'A conta do Google foi desvinculada da sua conta do Pregão',
    text: 'Sua conta do Google não entra mais, e suas outras sessões foram encerradas.',
    action: 'Definir uma nova senha',
  },
  newDevice: {
    subject: 'Novo acesso à sua conta do Pregão',
    text: 'Alguém entrou na sua conta em um navegador que não conhecemos. Se foi você, não é preciso fazer nada.',
    note: 'Se não foi você, proteja sua conta agora. O link vale por 72 horas: encerra todas as sessões e permite escolher uma nova senha.',
    action: 'Não fui eu',
    time: 'Horário',
    browser: 'Navegador',
    unknown: 'Desconhecido',
  },
  signInLink: {
    subject: 'Seu link para entrar no Pregão',
    text: 'Abra este link para entrar. Ele funciona uma única vez e vale por 15 minutos.',
    action: 'Entrar',
    note: 'Se você não pediu isso, ignore este e\u2011mail. Não o encaminhe: o link entra na sua conta.',
  },
};
