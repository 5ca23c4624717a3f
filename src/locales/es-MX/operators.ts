import type { RomanceTexts } from '#locales/texts.ts';

export const operators: RomanceTexts['operators'] = {
  role: {
    administrator: 'Administrador',
    support: 'Soporte',
    billing: 'Facturación',
    catalogue: 'Catálogo',
  },
  limited: 'Solo lectura',
  limitedText: 'Tu rol es {{role}}. Para hacer cambios aquí se necesita el rol {{roles}}.',
  refused: 'Tu rol no puede abrir esta página',
  back: 'Volver',
};
