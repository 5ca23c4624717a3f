/** Policies of an organization, and what keeps a session out of it. */
export const policies = {
  title: 'Seguridad',
  text: 'Cómo entran los miembros a {{name}} y a quién se puede invitar.',
  inPerson: 'Solo el titular de la cuenta puede ver y cambiar las políticas.',
  form: {
    title: 'Políticas de acceso',
    text: 'Se aplican en el siguiente clic de cada miembro, solo en esta organización.',
    saved: 'Políticas guardadas',
  },
  factor: {
    title: 'Segundo factor',
    require: 'Exigir un segundo factor',
    requireHint:
      'Los miembros necesitan una aplicación de autenticación o una llave de acceso. Entrar por tu proveedor de identidad cuenta como segundo factor.',
    days: 'Días para configurarlo',
    daysHint:
      'Como máximo {{max}}. Para los miembros nuevos cuentan desde el día en que se unen; 0 significa de inmediato.',
    own: 'Tú también necesitas un segundo factor antes de exigirlo.',
  },
  methods: {
    title: 'Formas de acceso permitidas',
    password: 'Contraseña',
    google: 'Google',
    passkey: 'Llave de acceso',
    link: 'Enlace por correo',
    ssoOnly: 'Solo inicio de sesión único',
    ssoOnlyHint: 'Los miembros entran por tu proveedor de identidad y de ninguna otra forma.',
    breakGlass: 'Propietario con acceso de emergencia',
    breakGlassHint:
      'Aún puede entrar con contraseña y segundo factor, por ejemplo cuando el proveedor de identidad no funciona. Todos los propietarios reciben entonces un correo.',
    choose: 'Elige un propietario',
    unavailable: 'Conecta antes tu proveedor de identidad y verifica un dominio.',
    paused:
      'El inicio de sesión único no funciona en este momento, así que los miembros pueden entrar con contraseña, Google o llave de acceso hasta que vuelva.',
  },
  sessions: {
    title: 'Sesiones',
    session: 'Iniciar sesión de nuevo tras (horas)',
    sessionHint: 'Como máximo {{max}}, desde el inicio de sesión',
    idle: 'Cerrar sesión tras inactividad de (horas)',
    idleHint: 'Como máximo {{max}}',
  },
  members: {
    title: 'Miembros nuevos',
    domains: 'Dominios de correo permitidos',
    domainsHint: 'Para invitaciones y enlaces, uno por línea. Vacío: cualquiera.',
  },
  sso: {
    title: 'Inicio de sesión único',
    text: 'Conecta tu proveedor de identidad y verifica los dominios de tus correos.',
    locked: 'Disponible en {{plan}}. Con él, los miembros entran por tu proveedor de identidad.',
    open: 'Administrar el inicio de sesión único',
  },
  banner: {
    text: '{{organization}} exige un segundo factor a partir del {{date}}. Configúralo antes para conservar tu acceso.',
    action: 'Configurar ahora',
  },
  entry: {
    factorTitle: 'Configura un segundo factor',
    factorText:
      '{{organization}} exige un segundo factor. Toma un minuto y protege tu cuenta en todas partes.',
    factorGrace: 'Puedes entrar sin él hasta el {{date}}.',
    passkey: 'Agregar llave de acceso',
    passkeyText: 'Tu huella, tu rostro o el bloqueo de pantalla. La forma más rápida.',
    totp: 'Configurar una aplicación de autenticación',
    totpText: 'Un código de una aplicación en tu teléfono.',
    passkeyFailed:
      'No se creó la llave de acceso. Inténtalo de nuevo o usa una aplicación de autenticación.',
    later: 'Más tarde',
    ssoTitle: 'Continúa con el inicio de sesión único',
    ssoText: '{{organization}} solo admite a quien entra por su proveedor de identidad.',
    sso: 'Continuar',
    againTitle: 'Inicia sesión de nuevo',
    again: 'Cerrar sesión e iniciar de nuevo',
    others: 'Tus otras organizaciones',
    signOut: 'Cerrar sesión',
  },
  list: {
    without: 'Sin segundo factor',
    due: 'Configurar antes del {{date}}',
  },
};
