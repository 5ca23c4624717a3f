import { common } from '#locales/hi-IN/common.ts';

export default {
  texts: { common },
  files: import.meta.glob<object>(['./*.ts', './entities/*.ts', '!./{common,product}.ts'], {
    base: '/src/locales/hi-IN',
  }),
};
