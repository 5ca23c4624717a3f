/** Texts of the emails about access that people give to programs and other people. */
export const grantMails = {
  grant: {
    subject: '{{what}} en {{organization}}',
    text: '{{what}} en {{organization}}. Ya funciona. Si no lo esperabas, termínalo ahora y habla con quien lo hizo.',
    action: 'Revisar y terminar',
    what: {
      apiKey: 'Clave de API creada o renovada',
      scimToken: 'Token SCIM creado',
      webhook: 'Endpoint de webhook agregado o cambiado',
      joinLink: 'Enlace de invitación abierto',
      identityProvider: 'Proveedor de identidad activado',
      invitation: 'Invitación enviada',
    },
    kind: {
      apiKey: 'Clave de API',
      scimToken: 'Token SCIM',
      webhook: 'Endpoint de webhook',
      joinLink: 'Enlace de invitación',
      identityProvider: 'Proveedor de identidad',
      invitation: 'Invitación',
    },
  },
};
