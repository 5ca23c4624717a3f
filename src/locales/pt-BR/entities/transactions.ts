import type { RomanceTexts } from '#locales/texts.ts';
export const transactions: RomanceTexts['transactions'] = {
  title: 'Transações',
  history: 'Histórico de cobrança',
  new: 'Nova transação',
  edit: 'Editar transação',
  emptyTitle: 'Nenhuma transação ainda',
  emptyText: 'Basta uma descrição, uma quantidade e um preço.',
  createFirst: 'Criar a primeira transação',
  created: 'Transação adicionada',
  updated: 'Transação salva',
  removed: 'Transação excluída',
  fields: {
    description: 'Descrição',
    quantity: 'Quantidade',
    price: 'Preço',
    amount: 'Valor',
    date: 'Data',
    category: 'Categoria',
    currency: 'Moeda',
    image: 'Imagem',
  },
  import: 'Importar CSV',
};
