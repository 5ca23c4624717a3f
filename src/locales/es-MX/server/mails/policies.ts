/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Acceso de emergencia a {{organization}}',
    text: '{{person}} entró a {{organization}} sin el inicio de sesión único, por el acceso de emergencia, el {{time}}. Si no lo esperabas, habla con esa persona y cambia las políticas de acceso.',
    action: 'Abrir el registro de auditoría',
  },
};
