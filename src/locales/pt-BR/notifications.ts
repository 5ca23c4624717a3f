import type { RomanceTexts } from '#locales/texts.ts';

export const notifications: RomanceTexts['notifications'] = {
  title: 'Notificações',
  text: 'O que aconteceu em {{organization}}. As notificações são excluídas após 90 dias.',
  markAll: 'Marcar todas como lidas',
  markOne: 'Marcar como lida',
  unread: 'Não lida',
  all: 'Ver todas',
  preferences: 'Preferências',
  empty: 'Nenhuma notificação ainda',
  emptyText: 'Avisamos você aqui quando algo precisar da sua atenção.',
  settings: {
    title: 'Notificações',
    text: 'Escolha do que você quer saber, em todas as suas organizações. E-\u2060mails sobre senhas, acesso, convites e recibos são sempre enviados.',
    app: 'No aplicativo',
    email: 'E-\u2060mail',
    immediately: 'Imediatamente',
    daily: 'Resumo diário',
    never: 'Desativado',
  },
  limits: {
    members: 'membros',
    transactions: 'transações neste mês',
    storage: 'MB para imagens',
  },
  kinds: {
    invitationAccepted: {
      name: 'Convites aceitos',
      title: '{{person}} entrou em {{organization}}',
      text: '{{person}} aceitou um convite como {{role}}.',
    },
    joinedByLink: {
      name: 'Membros que entram pelo link',
      title: '{{person}} entrou em {{organization}}',
      text: '{{person}} usou o link de convite e agora é {{role}}.',
    },
    joinRequested: {
      name: 'Pedidos para entrar',
      title: '{{person}} quer entrar em {{organization}}',
      text: 'Aceite ou recuse o pedido na lista de membros.',
    },
    roleChanged: {
      name: 'Mudanças da minha função',
      title: 'Sua função em {{organization}} agora é {{role}}',
      text: '{{person}} mudou sua função de {{before}} para {{role}}.',
    },
    limitNear: {
      name: 'Limites quase esgotados',
      title: '{{organization}} usou {{used}} de {{included}} {{limit}}',
      text: 'Mude de plano se precisar de mais.',
    },
    limitReached: {
      name: 'Limites esgotados',
      title: '{{organization}} usou todo o limite: {{included}} {{limit}}',
      text: 'Mude de plano para continuar.',
    },
    trialEnding: {
      name: 'Fim do período de teste',
      title: 'O teste de {{organization}} termina em {{date}}',
      text: 'Confira o plano e a forma de pagamento antes dessa data.',
    },
    paymentFailed: {
      name: 'Pagamentos que falharam',
      title: 'Um pagamento de {{organization}} falhou',
      text: 'Atualize a forma de pagamento até {{date}} para manter o acesso completo.',
    },
    announcement: {
      name: 'Avisos do Pregão',
      title: '{{title}}',
      text: 'Leia o aviso no topo do aplicativo.',
    },
  },
  unsubscribe: {
    title: 'Parar estes e-\u2060mails?',
    digest: 'Resumo diário',
    text: 'Você não recebe mais e-\u2060mails sobre: {{kind}}. As notificações no aplicativo continuam como estão.',
    action: 'Cancelar inscrição',
    keep: 'Mudar as preferências',
    doneTitle: 'Inscrição cancelada',
    doneText: 'Não enviamos mais e-\u2060mails sobre: {{kind}}.',
    preferences: 'Abrir as preferências',
    invalidTitle: 'Este link não funciona',
    invalidText: 'Abra de novo o link do e-\u2060mail ou entre e mude suas preferências.',
  },
};
