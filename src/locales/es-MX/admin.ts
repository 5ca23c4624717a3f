import type { RomanceTexts } from '#locales/texts.ts';

export const admin: RomanceTexts['admin'] = {
  label: 'Menú del operador',
  toApp: 'Volver a la aplicación',
  dashboard: 'Resumen',
  organizations: 'Organizaciones',
  people: 'Miembros',
  title: 'Resumen',
  text: 'Todas las organizaciones y quién trabaja en ellas.',
  name: 'Organización',
  owner: 'Propietario',
  active: 'Miembros activos',
  empty: 'Todavía no hay organizaciones',
};
