import type { RomanceTexts } from '#locales/texts.ts';

export const palette: RomanceTexts['palette'] = {
  label: 'Paleta de comandos',
  placeholder: 'Digite um comando ou pesquise…',
  group: {
    recent: 'Recentes',
    record: 'Este registro',
    create: 'Criar',
    pages: 'Ir para',
    account: 'Conta',
    commands: 'Comandos',
  },
  duplicate: 'Duplicar este registro',
  searching: 'Pesquisando…',
  results_one: '{{count}} resultado',
  results_many: '{{count}} de resultados',
  results_other: '{{count}} resultados',
  emptyTitle: 'Nada encontrado para “{{search}}”',
  emptyText: 'Tente outra palavra ou parte dela.',
  failed: 'Não foi possível pesquisar em tudo.',
  hint: {
    choose: 'escolher',
    open: 'abrir',
    close: 'fechar',
  },
  shortcuts: {
    title: 'Atalhos de teclado',
    general: 'Geral',
    palette: 'Abrir a paleta de comandos',
    list: 'Mostrar os atalhos de teclado',
    create: 'Novo registro',
    close: 'Fechar',
    single: 'Atalhos de uma tecla',
    singleHint:
      'Desative-os se você usa entrada por voz ou costuma pressionar teclas sem querer. {{keys}} sempre funciona.',
  },
};
