export const figures = {
  paid: { yes: 'Com pagamento', no: 'Sem pagamento' },
  trials: {
    title: 'Testes encerrados',
    text: 'Testes que terminaram no período. Um teste conta como convertido quando a organização paga.',
    ended: 'Fim do teste',
    paid: 'Primeiro pagamento',
    unpaid: 'Nenhum',
    empty: 'Nenhum teste terminou',
    emptyText: 'Nenhum teste terminou neste período. Experimente um período mais longo.',
  },
  retention: {
    title: 'Retenção líquida de receita',
    text: 'Organizações que pagavam no início do período, com o MRR de então e o atual. Clientes novos não entram.',
    before: 'MRR no início',
    now: 'MRR atual',
    empty: 'Nenhum cliente pagante no início',
    emptyText:
      'Nenhuma organização pagava quando este período começou. Experimente um período mais curto.',
  },
  invoices: {
    title: 'Pagamentos com falha',
    text: 'Faturas cujo pagamento falhou no período, e quando foram pagas depois.',
    failed: 'Falhou em',
    paid: 'Paga em',
    unpaid: 'Não paga',
    amount: 'Valor devido',
    empty: 'Nenhum pagamento com falha',
    emptyText: 'Nenhum pagamento falhou neste período. Experimente um período mais longo.',
  },
};
