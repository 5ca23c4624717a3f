import type { RomanceTexts } from '#locales/texts.ts';

export const comments: RomanceTexts['comments'] = {
  title: 'Comentários',
  page: 'Transação',
  empty: 'Nenhum comentário ainda',
  emptyText:
    'Faça uma pergunta ou deixe uma nota para a equipe. Digite @ para mencionar um membro.',
  label: 'Escreva um comentário',
  hint: 'Digite @ para mencionar um membro.',
  send: 'Comentar',
  edit: 'Editar comentário',
  remove: 'Excluir comentário',
  removed: 'Comentário excluído',
  edited: 'editado',
  former: 'Ex-membro',
  people: 'Membros para mencionar',
  found_one: '{{count}} membro encontrado',
  found_many: '{{count}} de membros encontrados',
  found_other: '{{count}} membros encontrados',
  earlier: 'Mostrar comentários anteriores',
  previous: 'Transação anterior',
  next: 'Próxima transação',
  copyLink: 'Copiar link',
  copied: 'Link copiado',
  notCopied: 'O link está na barra de endereço: copie de lá.',
  picture: 'Imagem de {{name}}',
  none: 'Não informado',
};
