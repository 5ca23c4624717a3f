/** Emails about the limits of a plan. */
export const usageMails = {
  members: {
    subject: 'O plano de {{organization}} está quase sem vagas para membros',
    text: 'Seu plano inclui {{included}} membros, e {{organization}} tem {{used}}, contando os convites em aberto. Quando todas as vagas estiverem ocupadas, não será possível convidar mais ninguém até você mudar de plano ou remover alguém.',
    action: 'Ver planos',
  },
  transactions: {
    subject: '{{organization}} usou {{used}} de {{included}} transações neste mês',
    text: 'Seu plano inclui {{included}} transações por mês, e {{organization}} já registrou {{used}}. Quando todas forem usadas, não será possível registrar outras até você mudar de plano ou a contagem recomeçar em {{date}}.',
    action: 'Ver planos',
  },
  storage: {
    subject: '{{organization}} usou {{used}} de {{included}} MB para imagens',
    text: 'Seu plano inclui {{included}} MB para imagens, e {{organization}} já usou {{used}} MB. Quando o espaço acabar, não será possível adicionar imagens até você mudar de plano ou excluir algumas.',
    action: 'Ver planos',
  },
};
