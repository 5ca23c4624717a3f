/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Acesso de emergência a {{organization}}',
    text: '{{person}} entrou em {{organization}} sem o login único, pelo acesso de emergência, em {{time}}. Se você não esperava isso, fale com essa pessoa e altere as políticas de acesso.',
    action: 'Abrir o registro de auditoria',
  },
  ssoNotRequired: {
    subject: 'O login único não é mais exigido em {{organization}}',
    text: 'Os membros de {{organization}} podem entrar de novo com outras formas de login, porque a política, a conexão ou o último domínio verificado mudou. Se você não esperava por isso, veja quem fez a mudança e ative a exigência de novo.',
    action: 'Abrir as políticas de login',
  },
};
