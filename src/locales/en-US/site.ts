export const site = {
  nav: {
    label: 'Site menu',
    product: 'Product',
    pricing: 'Pricing',
    blog: 'Blog',
    contact: 'Contact',
    docs: 'Docs',
    community: 'Community',
    donate: 'Donate',
    login: 'Sign in',
    register: 'Register',
  },
  footer: {
    rights: '© {{year}} Pregão. All rights reserved.',
    terms: 'Terms',
    privacy: 'Privacy',
  },
};
