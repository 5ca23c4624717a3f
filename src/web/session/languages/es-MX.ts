import { common } from '#locales/es-MX/common.ts';

export default {
  texts: { common },
  files: {
    ...import.meta.glob<object>(['./*.ts', '!./{common,product}.ts'], {
      base: '/src/locales/es-MX',
    }),
    ...import.meta.glob<object>('./*.ts', { base: '/src/locales/es-MX/entities' }),
  },
};
