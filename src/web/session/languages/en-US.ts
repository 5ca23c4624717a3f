import { common } from '#locales/en-US/common.ts';

export default {
  texts: { common },
  files: {
    ...import.meta.glob<object>(['./*.ts', '!./{common,product}.ts'], {
      base: '/src/locales/en-US',
    }),
    ...import.meta.glob<object>('./*.ts', { base: '/src/locales/en-US/entities' }),
  },
};
