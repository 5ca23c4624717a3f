import type { RomanceTexts } from '#locales/texts.ts';

export const palette: RomanceTexts['palette'] = {
  label: 'Paleta de comandos',
  placeholder: 'Escribe un comando o busca…',
  group: {
    recent: 'Recientes',
    record: 'Este registro',
    create: 'Crear',
    pages: 'Ir a',
    account: 'Cuenta',
    commands: 'Comandos',
  },
  duplicate: 'Duplicar este registro',
  searching: 'Buscando…',
  results_one: '{{count}} resultado',
  results_many: '{{count}} de resultados',
  results_other: '{{count}} resultados',
  emptyTitle: 'No se encontró nada para “{{search}}”',
  emptyText: 'Prueba con otra palabra o con una parte.',
  failed: 'No pudimos buscar en todo.',
  hint: {
    choose: 'elegir',
    open: 'abrir',
    close: 'cerrar',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    general: 'General',
    palette: 'Abrir la paleta de comandos',
    list: 'Mostrar los atajos de teclado',
    create: 'Nuevo registro',
    close: 'Cerrar',
    single: 'Atajos de una tecla',
    singleHint:
      'Desactívalos si usas entrada por voz o sueles presionar teclas sin querer. {{keys}} siempre funciona.',
  },
};
