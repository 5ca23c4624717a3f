import { common } from '#locales/es-MX/common.ts';

export default {
  texts: { common },
  files: import.meta.glob<object>(['./*.ts', './entities/*.ts', '!./{common,product}.ts'], {
    base: '/src/locales/es-MX',
  }),
};
