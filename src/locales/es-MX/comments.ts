import type { RomanceTexts } from '#locales/texts.ts';

export const comments: RomanceTexts['comments'] = {
  title: 'Comentarios',
  page: 'Transacción',
  empty: 'Aún no hay comentarios',
  emptyText:
    'Haz una pregunta o deja una nota para tu equipo. Escribe @ para mencionar a un miembro.',
  label: 'Escribe un comentario',
  hint: 'Escribe @ para mencionar a un miembro.',
  send: 'Comentar',
  edit: 'Editar comentario',
  remove: 'Eliminar comentario',
  removed: 'Comentario eliminado',
  edited: 'editado',
  former: 'Exmiembro',
  people: 'Miembros para mencionar',
  found_one: '{{count}} miembro encontrado',
  found_many: '{{count}} de miembros encontrados',
  found_other: '{{count}} miembros encontrados',
  earlier: 'Mostrar comentarios anteriores',
  previous: 'Transacción anterior',
  next: 'Transacción siguiente',
  copyLink: 'Copiar enlace',
  copied: 'Enlace copiado',
  notCopied: 'El enlace está en la barra de direcciones: cópialo ahí.',
  picture: 'Imagen de {{name}}',
  none: 'Sin dato',
};
