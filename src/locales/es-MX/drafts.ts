import type { RomanceTexts } from '#locales/texts.ts';

export const drafts: RomanceTexts['drafts'] = {
  restored: 'Borrador recuperado',
  restoredText: 'Guardamos en este dispositivo lo que escribiste.',
  discard: 'Descartar',
  otherAccount: {
    title: '{{email}} está usando este navegador ahora',
    kept: 'Otra pestaña de este navegador inició sesión con esa cuenta. Lo que escribiste aquí no se guardó: queda en este dispositivo como borrador de {{former}}.',
    lost: 'Otra pestaña de este navegador inició sesión con esa cuenta. Lo que escribiste aquí como {{former}} ya no se puede guardar.',
    open: 'Continuar con esa cuenta',
  },
  conflict: {
    title: 'Otra persona cambió este registro',
    text: 'Elige qué valores conservar. Nada se guarda hasta que elijas.',
    mine: 'Tuyo',
    theirs: 'De la otra persona',
    allMine: 'Conservar todos los tuyos',
    allTheirs: 'Usar todos los de la otra persona',
    save: 'Guardar elección',
    changed: {
      mine: 'Solo tú cambiaste este campo.',
      theirs: 'Solo la otra persona cambió este campo.',
      both: 'Ambos cambiaron este campo.',
    },
  },
};
