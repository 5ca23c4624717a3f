import { common } from '#locales/en-US/common.ts';

export default {
  texts: { common },
  files: import.meta.glob<object>(['./*.ts', './entities/*.ts', '!./{common,product}.ts'], {
    base: '/src/locales/en-US',
  }),
};
