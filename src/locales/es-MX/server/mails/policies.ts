/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Acceso de emergencia a {{organization}}',
    text: '{{person}} entró a {{organization}} sin el inicio de sesión único, por el acceso de emergencia, el {{time}}. Si no lo esperabas, habla con esa persona y cambia las políticas de acceso.',
    action: 'Abrir el registro de auditoría',
  },
  ssoNotRequired: {
    subject: 'El inicio de sesión único ya no es obligatorio en {{organization}}',
    text: 'Los miembros de {{organization}} pueden entrar de nuevo con otras formas de iniciar sesión, porque cambió la política, la conexión o el último dominio verificado. Si no lo esperabas, revisa quién lo cambió y actívalo otra vez.',
    action: 'Abrir las políticas de acceso',
  },
};
