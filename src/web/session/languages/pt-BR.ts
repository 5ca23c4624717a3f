import { common } from '#locales/pt-BR/common.ts';

export default {
  texts: { common },
  files: import.meta.glob<object>(['./*.ts', './entities/*.ts', '!./{common,product}.ts'], {
    base: '/src/locales/pt-BR',
  }),
};
