import type { RomanceTexts } from '#locales/texts.ts';
export const transactions: RomanceTexts['transactions'] = {
  title: 'Transacciones',
  history: 'Historial de cobros',
  new: 'Nueva transacción',
  edit: 'Editar transacción',
  emptyTitle: 'Aún no hay transacciones',
  emptyText: 'Solo necesitas una descripción, una cantidad y un precio.',
  createFirst: 'Crear la primera transacción',
  created: 'Transacción agregada',
  updated: 'Transacción guardada',
  removed: 'Transacción eliminada',
  fields: {
    description: 'Descripción',
    quantity: 'Cantidad',
    price: 'Precio',
    amount: 'Importe',
    date: 'Fecha',
    category: 'Categoría',
    currency: 'Moneda',
    image: 'Imagen',
  },
  import: 'Importar CSV',
};
