import type { RomanceTexts } from '#locales/texts.ts';

export const drafts: RomanceTexts['drafts'] = {
  restored: 'Rascunho recuperado',
  restoredText: 'Guardamos neste dispositivo o que você digitou.',
  discard: 'Descartar',
  otherAccount: {
    title: '{{email}} está usando este navegador agora',
    kept: 'Outra aba deste navegador entrou com essa conta. O que você digitou aqui não foi salvo: fica neste dispositivo como rascunho de {{former}}.',
    lost: 'Outra aba deste navegador entrou com essa conta. O que você digitou aqui como {{former}} não pode mais ser salvo.',
    open: 'Continuar com essa conta',
  },
  conflict: {
    title: 'Outra pessoa alterou este registro',
    text: 'Escolha quais valores manter. Nada é salvo até você escolher.',
    mine: 'Seu',
    theirs: 'Da outra pessoa',
    allMine: 'Manter todos os seus',
    allTheirs: 'Usar todos os da outra pessoa',
    save: 'Salvar escolha',
    changed: {
      mine: 'Só você alterou este campo.',
      theirs: 'Só a outra pessoa alterou este campo.',
      both: 'Vocês dois alteraram este campo.',
    },
  },
};
