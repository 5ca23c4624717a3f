import type { RomanceTexts } from '#locales/texts.ts';

export const operators: RomanceTexts['operators'] = {
  role: {
    administrator: 'Administrador',
    support: 'Suporte',
    billing: 'Financeiro',
    catalogue: 'Catálogo',
  },
  limited: 'Somente leitura',
  limitedText: 'Sua função é {{role}}. Para fazer alterações aqui é necessária a função {{roles}}.',
  refused: 'Sua função não abre esta página',
  back: 'Voltar',
};
