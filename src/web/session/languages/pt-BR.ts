import { common } from '#locales/pt-BR/common.ts';

export default {
  texts: { common },
  files: {
    ...import.meta.glob<object>(['./*.ts', '!./{common,product}.ts'], {
      base: '/src/locales/pt-BR',
    }),
    ...import.meta.glob<object>('./*.ts', { base: '/src/locales/pt-BR/entities' }),
  },
};
