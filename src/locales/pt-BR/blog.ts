export const blog = {
  title: 'Blog',
  description:
    'Como robôs de trading funcionam, como administrar o risco, como testar com honestidade e como construímos o Pregão.',
  headline: 'Por escrito, para você conferir',
  text: 'Como robôs operam, o que eles não fazem e como cumprimos o que prometemos. Sem dicas, sem retorno garantido.',
  minutes_one: '{{count}} minuto de leitura',
  minutes_many: '{{count}} de minutos de leitura',
  minutes_other: '{{count}} minutos de leitura',
  updated: 'Atualizado em {{date}}',
  readMore: 'Leia mais',
  readMoreOf: 'Leia mais de “{{title}}”',
  back: 'Todos os posts',
  translations: 'Também em',
  feed: 'Acompanhe pelo feed',
  picture: 'Pregão: robôs que operam pelas suas regras',
  invalid: {
    title: 'Este post não existe',
    text: 'O endereço pode ter sido digitado errado, ou o post saiu do ar.',
  },
  empty: {
    title: 'Nada publicado ainda',
    text: 'Volte em breve, ou acompanhe pelo feed.',
  },
  unavailable: 'O blog está fora de alcance',
};
