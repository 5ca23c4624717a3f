export const blog = {
  title: 'Blog',
  description:
    'Cómo funcionan los robots de trading, cómo administrar el riesgo, cómo probar con honestidad y cómo construimos Pregão.',
  headline: 'Por escrito, para que lo compruebes',
  text: 'Cómo operan los robots, qué no pueden hacer y cómo cumplimos lo que prometemos. Sin consejos, sin rendimientos prometidos.',
  minutes_one: '{{count}} min de lectura',
  minutes_many: '{{count}} de min de lectura',
  minutes_other: '{{count}} min de lectura',
  published: 'Publicado el {{date}}',
  updated: 'Actualizado el {{date}}',
  readMore: 'Leer más',
  readMoreOf: 'Leer más de “{{title}}”',
  back: 'Todas las entradas',
  translations: 'También en',
  feed: 'Canal RSS',
  picture: 'Pregão: robots que operan con tus reglas',
  invalid: {
    title: 'No se encontró la entrada',
    text: 'Revisa la dirección. Puede que la entrada se haya retirado.',
  },
  empty: {
    title: 'Aún no hay entradas',
    text: 'Vuelve pronto o sigue el canal RSS.',
  },
  unavailable: 'El blog no está disponible',
};
