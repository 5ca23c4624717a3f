import { common } from '#locales/hi-IN/common.ts';

export default {
  texts: { common },
  files: {
    ...import.meta.glob<object>(['./*.ts', '!./{common,product}.ts'], {
      base: '/src/locales/hi-IN',
    }),
    ...import.meta.glob<object>('./*.ts', { base: '/src/locales/hi-IN/entities' }),
  },
};
