import { common } from '#locales/en-US/common.ts';
import { errors } from '#locales/en-US/errors.ts';

export default {
  texts: { common, errors },
  files: import.meta.glob<object>(
    ['./*.ts', '!./{common,errors,invoice,legal-templates,mail,product}.ts'],
    {
      base: '/src/locales/en-US',
    },
  ),
};
