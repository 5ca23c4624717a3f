import type { RomanceTexts } from '#locales/texts.ts';

export const site: RomanceTexts['site'] = {
  nav: {
    label: 'Menu do site',
    product: 'Produto',
    pricing: 'Preços',
    blog: 'Blog',
    contact: 'Contato',
    docs: 'Documentação',
    community: 'Comunidade',
    donate: 'Doar',
    login: 'Entrar',
    register: 'Cadastre-se',
  },
  footer: {
    rights: '© {{year}} Pregão. Todos os direitos reservados.',
    terms: 'Termos',
    privacy: 'Privacidade',
  },
};
