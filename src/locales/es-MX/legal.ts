import type { RomanceTexts } from '#locales/texts.ts';

export const legal: RomanceTexts['legal'] = {
  title: 'Términos y privacidad',
  text: 'Los textos del sitio. Cada publicación es una nueva versión en un idioma.',
  kind: 'Texto',
  kinds: { terms: 'Términos', privacy: 'Política de privacidad' },
  language: 'Idioma',
  template: 'Los visitantes ven esta plantilla. Reemplázala con tu propio texto.',
  markdown: 'Texto en Markdown',
  hint: 'Las secciones empiezan con ##. {{email}} se convierte en tu dirección de soporte.',
  asks: 'Pedir a todos que acepten esta versión',
  asksHint: 'Se pide en la siguiente visita a la aplicación, antes que nada.',
  publish: 'Publicar',
  confirm: '¿Publicar esta versión?',
  confirmQuiet:
    'Reemplaza el texto actual del sitio. Las versiones anteriores se pueden seguir leyendo.',
  confirmAsking:
    'Reemplaza el texto actual del sitio, y todos deben aceptarla antes de volver a usar la aplicación.',
  published: 'Versión publicada',
  versions: 'Versiones',
  version: 'Versión',
  versionOf: 'Versión {{version}}',
  date: 'Fecha',
  author: 'Autor',
  acceptance: 'Aceptación',
  asked: 'Se pide de nuevo',
  notAsked: 'No se pide',
  emptyTitle: 'Aún no hay versiones',
  emptyText: 'Cambia el texto de arriba y publica la primera versión.',
  due: {
    title: 'Nuestros términos cambiaron',
    text: 'Lee y acepta la nueva versión para continuar.',
    accept: 'Aceptar y continuar',
    signOut: 'Cerrar sesión',
  },
};
