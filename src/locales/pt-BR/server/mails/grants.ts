/** Texts of the emails about access that people give to programs and other people. */
export const grantMails = {
  grant: {
    subject: '{{what}} em {{organization}}',
    text: '{{what}} em {{organization}}. Já está valendo. Se você não esperava por isso, encerre agora e fale com quem fez.',
    action: 'Revisar e encerrar',
    what: {
      apiKey: 'Chave de API criada ou renovada',
      scimToken: 'Token SCIM criado',
      webhook: 'Endpoint de webhook adicionado ou alterado',
      joinLink: 'Link de convite aberto',
      identityProvider: 'Provedor de identidade ativado',
      invitation: 'Convite enviado',
    },
    kind: {
      apiKey: 'Chave de API',
      scimToken: 'Token SCIM',
      webhook: 'Endpoint de webhook',
      joinLink: 'Link de convite',
      identityProvider: 'Provedor de identidade',
      invitation: 'Convite',
    },
  },
};
