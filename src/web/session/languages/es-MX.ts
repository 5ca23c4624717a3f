import { common } from '#locales/es-MX/common.ts';
import { errors } from '#locales/es-MX/errors.ts';

export default {
  texts: { common, errors },
  files: import.meta.glob<object>(
    ['./*.ts', '!./{common,errors,invoice,legal-templates,mail,product}.ts'],
    {
      base: '/src/locales/es-MX',
    },
  ),
};
