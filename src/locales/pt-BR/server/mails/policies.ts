/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Acesso de emergência a {{organization}}',
    text: '{{person}} entrou em {{organization}} sem o login único, pelo acesso de emergência, em {{time}}. Se você não esperava isso, fale com essa pessoa e altere as políticas de acesso.',
    action: 'Abrir o registro de auditoria',
  },
};
