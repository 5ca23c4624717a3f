import type { RomanceTexts } from '#locales/texts.ts';

export const legal: RomanceTexts['legal'] = {
  title: 'Termos e privacidade',
  text: 'Os textos do site. Cada publicação é uma nova versão em um idioma.',
  kind: 'Texto',
  kinds: { terms: 'Termos', privacy: 'Política de privacidade' },
  language: 'Idioma',
  template: 'Os visitantes veem este modelo. Troque-o pelo seu próprio texto.',
  markdown: 'Texto em Markdown',
  hint: 'Seções começam com ##. {{email}} vira o seu endereço de suporte.',
  asks: 'Pedir a todos que aceitem esta versão',
  asksHint: 'O pedido aparece na próxima visita ao aplicativo, antes de tudo.',
  publish: 'Publicar',
  confirm: 'Publicar esta versão?',
  confirmQuiet:
    'Ela substitui o texto atual do site. As versões anteriores continuam disponíveis para leitura.',
  confirmAsking:
    'Ela substitui o texto atual do site, e todos precisam aceitá-la antes de voltar a usar o aplicativo.',
  published: 'Versão publicada',
  versions: 'Versões',
  version: 'Versão',
  versionOf: 'Versão {{version}}',
  date: 'Data',
  author: 'Autor',
  acceptance: 'Aceite',
  asked: 'Pedido de novo',
  notAsked: 'Não pedido',
  emptyTitle: 'Nenhuma versão ainda',
  emptyText: 'Mude o texto acima e publique a primeira versão.',
  due: {
    title: 'Nossos termos mudaram',
    text: 'Leia e aceite a nova versão para continuar.',
    accept: 'Aceitar e continuar',
    signOut: 'Sair',
  },
};
