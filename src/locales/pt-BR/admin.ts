import type { RomanceTexts } from '#locales/texts.ts';

export const admin: RomanceTexts['admin'] = {
  label: 'Menu do operador',
  toApp: 'Voltar ao aplicativo',
  dashboard: 'Visão geral',
  organizations: 'Organizações',
  people: 'Membros',
  title: 'Visão geral',
  text: 'Todas as organizações e quem trabalha nelas.',
  name: 'Organização',
  owner: 'Proprietário',
  active: 'Membros ativos',
  empty: 'Nenhuma organização ainda',
};
