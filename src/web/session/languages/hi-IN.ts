import { common } from '#locales/hi-IN/common.ts';
import { errors } from '#locales/hi-IN/errors.ts';

export default {
  texts: { common, errors },
  files: import.meta.glob<object>(
    ['./*.ts', '!./{common,errors,invoice,legal-templates,mail,product}.ts'],
    {
      base: '/src/locales/hi-IN',
    },
  ),
};
