import { common } from '#locales/pt-BR/common.ts';
import { errors } from '#locales/pt-BR/errors.ts';

export default {
  texts: { common, errors },
  files: import.meta.glob<object>(
    ['./*.ts', '!./{common,errors,invoice,legal-templates,mail,product}.ts'],
    {
      base: '/src/locales/pt-BR',
    },
  ),
};
