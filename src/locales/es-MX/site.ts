import type { RomanceTexts } from '#locales/texts.ts';

export const site: RomanceTexts['site'] = {
  nav: {
    label: 'Menú del sitio',
    product: 'Producto',
    pricing: 'Precios',
    blog: 'Blog',
    contact: 'Contacto',
    docs: 'Documentación',
    community: 'Comunidad',
    donate: 'Donar',
    login: 'Iniciar sesión',
    register: 'Regístrate',
  },
  footer: {
    rights: '© {{year}} Pregão. Todos los derechos reservados.',
    terms: 'Términos',
    privacy: 'Privacidad',
  },
};
