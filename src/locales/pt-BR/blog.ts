export const blog = {
  title: 'Blog',
  description:
    'Como robôs de trading funcionam, como administrar o risco, como testar com honestidade e como construímos o Pregão.',
  headline: 'Por escrito, para você conferir',
  text: 'Como robôs operam, o que eles não fazem e como cumprimos o que prometemos. Sem dicas, sem retorno garantido.',
  minutes_one: '{{count}} min de leitura',
  minutes_many: '{{count}} de min de leitura',
  minutes_other: '{{count}} min de leitura',
  published: 'Publicado em {{date}}',
  updated: 'Atualizado em {{date}}',
  readMore: 'Leia mais',
  readMoreOf: 'Leia mais de “{{title}}”',
  back: 'Todos os posts',
  translations: 'Também em',
  feed: 'Feed RSS',
  picture: 'Pregão: robôs que operam pelas suas regras',
  invalid: {
    title: 'Post não encontrado',
    text: 'Confira o endereço. O post pode ter saído do ar.',
  },
  empty: {
    title: 'Nenhum post ainda',
    text: 'Volte em breve ou assine o feed RSS.',
  },
  unavailable: 'O blog não está disponível',
};
