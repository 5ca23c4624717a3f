export const blog = {
  title: 'Blog',
  description:
    'Cómo funcionan los robots de trading, cómo administrar el riesgo, cómo probar con honestidad y cómo construimos Pregão.',
  headline: 'Por escrito, para que lo compruebes',
  text: 'Cómo operan los robots, qué no pueden hacer y cómo cumplimos lo que prometemos. Sin consejos, sin rendimientos prometidos.',
  minutes_one: '{{count}} minuto de lectura',
  minutes_many: '{{count}} de minutos de lectura',
  minutes_other: '{{count}} minutos de lectura',
  updated: 'Actualizado el {{date}}',
  readMore: 'Leer más',
  readMoreOf: 'Leer más de “{{title}}”',
  back: 'Todas las entradas',
  translations: 'También en',
  feed: 'Sigue el feed',
  picture: 'Pregão: robots que operan con tus reglas',
  invalid: {
    title: 'Esta entrada no existe',
    text: 'Puede que la dirección esté mal escrita o que la entrada se haya retirado.',
  },
  empty: {
    title: 'Todavía no hay nada publicado',
    text: 'Vuelve pronto o sigue el feed.',
  },
  unavailable: 'El blog está fuera de alcance',
};
