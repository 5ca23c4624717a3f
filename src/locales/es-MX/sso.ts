export const sso = {
  title: 'Inicio de sesión único',
  text: 'Cómo se inicia sesión en {{name}} con tu proveedor de identidad.',
  domains: {
    title: 'Dominios',
    text: 'Demuestra que los dominios de las direcciones de correo son de tu organización. Solo quienes tienen direcciones en dominios verificados pueden iniciar sesión a través de tu proveedor de identidad.',
    emptyTitle: 'Aún no hay dominios',
    emptyText: 'Para empezar, agrega el dominio de tus direcciones de correo.',
    domain: 'Dominio',
    add: 'Agregar dominio',
    pending: 'Sin verificar',
    verified: 'Verificado',
    failing: 'Falta el registro',
    missing:
      'Ya no encontramos el registro TXT. Restáuralo antes del {{date}} o el dominio dejará de estar verificado.',
    publish:
      'Publica este registro TXT con tu proveedor de DNS y consérvalo: se revisa todos los días.',
    recordName: 'Nombre',
    recordValue: 'Valor',
    verify: 'Verificar',
    verifiedNow: '{{domain}} está verificado',
    remove: 'Quitar',
    removeNamed: 'Quitar {{domain}}',
    removeTitle: '¿Quitar {{domain}}?',
    removeText:
      'Quienes tienen direcciones en este dominio ya no podrán iniciar sesión a través de tu proveedor de identidad.',
  },
  connection: {
    title: 'Proveedor de identidad',
    text: 'Conecta tu proveedor de identidad con OpenID Connect o SAML 2.0: registra allá estas direcciones, escribe aquí sus datos y luego prueba y activa.',
    protocol: 'Protocolo',
    protocols: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
    callback: 'URI de redirección',
    signedOut: 'URI de redirección después de cerrar sesión',
    issuer: 'Emisor',
    issuerHint: 'La dirección antes de /.well-known/openid-configuration',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretKept: 'Hay un secreto guardado. Deja el campo vacío para conservarlo.',
    signsOut: 'Cerrar sesión también en el proveedor de identidad',
    signsOutHint: 'Cuando una persona cierra sesión aquí, si el proveedor de identidad lo permite.',
    provisions: 'Agregar personas en su primer inicio de sesión',
    provisionsHint:
      'Mientras el plan tenga lugares. Si no, solo pueden iniciar sesión los miembros y las personas invitadas.',
    defaultRole: 'Rol de los nuevos miembros',
    roleClaim: 'Claim o atributo con los grupos',
    roleClaimHint: 'Cambia los roles en cada inicio de sesión. Los propietarios siguen siéndolo.',
    adminValue: 'Valor para administradores',
    memberValue: 'Valor para miembros',
    guestValue: 'Valor para invitados',
    save: 'Guardar borrador',
    saved: 'Guardado. Ahora prueba la conexión.',
  },
  saml: {
    entity: 'ID de entidad y metadatos',
    response: 'Dirección de respuesta (ACS)',
    metadata: 'Metadatos de tu proveedor de identidad',
    metadataHint: 'Su dirección o el XML. Llena los campos de abajo.',
    import: 'Llenar con los metadatos',
    imported: 'Se llenó con los metadatos. Revisa los campos y guarda el borrador.',
    issuer: 'ID de entidad de tu proveedor de identidad',
    signInUrl: 'Dirección de inicio de sesión',
    signOutUrl: 'Dirección de cierre de sesión',
    certificates: 'Certificados de firma',
    certificatesHint:
      'Uno o más, en PEM. Agrega el siguiente antes de que tu proveedor de identidad cambie su clave.',
    expires: 'Vence el',
  },
  activation: {
    title: 'Probar y activar',
    text: 'Inicia sesión una vez con tu proveedor de identidad. Verás lo que envía, y nada cambia para los miembros hasta que actives la conexión.',
    active: 'Activo',
    inactive: 'Inactivo',
    inUse: 'Los miembros inician sesión con estos datos.',
    needsDraft: 'Primero guarda los datos de tu proveedor de identidad.',
    tested: 'El borrador se probó. Puedes activarlo.',
    untested: 'El borrador aún no se ha probado.',
    test: 'Probar conexión',
    activate: 'Activar',
    activated: 'El inicio de sesión único está activo',
    deactivate: 'Desactivar',
    keys: 'Estas claves de API se revocan: {{keys}}.',
    deactivateTitle: '¿Desactivar el inicio de sesión único?',
    deactivateText:
      'Se cierra ahora la sesión de todos los que entraron con el proveedor de identidad, incluida la tuya si entraste así, y terminan las claves de API que crearon así. Los miembros iniciarán sesión con su contraseña. Quienes no tengan una la crean por correo.',
    replaceTitle: '¿Cambiar de proveedor de identidad?',
    replaceText:
      'Se cierra ahora la sesión de todos los que entraron con el proveedor anterior, incluida la tuya si entraste así, y terminan las claves de API que crearon así.',
    signInAddress: 'Enlace directo para iniciar sesión',
  },
  log: {
    title: 'Registro de inicios de sesión',
    text: 'Inicios de sesión a través del proveedor de identidad en los últimos 90 días. Las personas rechazadas ven la referencia.',
    empty: 'Aún no hay inicios de sesión',
    when: 'Cuándo',
    who: 'Correo',
    what: 'Resultado',
    reference: 'Referencia',
    more: 'Mostrar más',
    linkAgain: 'Vincular de nuevo',
    linkTitle: '¿Vincular {{email}} de nuevo?',
    linkText:
      'En el próximo inicio de sesión, la cuenta se vincula a la persona que el proveedor de identidad nombre con esta dirección. Hazlo solo si es la misma persona.',
    linked: '{{email}} se vinculará en el próximo inicio de sesión',
  },
  outcome: {
    signedIn: 'Inició sesión',
    joined: 'Inició sesión por primera vez y se unió',
    tested: 'La prueba funcionó',
    denied:
      'El proveedor de identidad rechazó el inicio de sesión. Revisa ahí si la persona puede usar esta aplicación.',
    unreachable: 'El proveedor de identidad no respondió. Revisa el emisor y su estado.',
    clientRejected:
      'El proveedor de identidad no acepta el ID de cliente o su secreto. Escríbelos de nuevo y revisa la URI de redirección.',
    responseInvalid:
      'La respuesta no es lo que exige el protocolo. Revisa la configuración en el proveedor de identidad o escribe a soporte con la referencia.',
    responseExpired:
      'La respuesta venció o aún no es válida. Revisa el reloj del proveedor de identidad.',
    noEmail:
      'El proveedor de identidad no envía una dirección de correo verificada. Agrega el claim “email”.',
    otherDomain:
      'La dirección no está en un dominio verificado. Agrega y verifica su dominio en la configuración o cambia la dirección en el proveedor de identidad.',
    accountRefused: 'La cuenta con esta dirección no puede iniciar sesión así. Escribe a soporte.',
    noMember: 'La persona no es miembro. Invítala o permite que la conexión agregue personas.',
    memberRefused: 'El miembro está desactivado. Reactívalo en la lista de miembros.',
    noSeat: 'El plan no tiene lugares libres. Quita un miembro o elige un plan mayor.',
    suspended: 'La organización está suspendida y no admite a nadie. Escribe a soporte.',
    emailDomain:
      'La organización no admite miembros nuevos con este dominio. Agrégalo a los dominios de correo permitidos o cambia la dirección en el proveedor de identidad.',
    otherIdentity:
      'La cuenta con esta dirección pertenece a otra identidad del proveedor. Si el proveedor ahora nombra de otra forma a la misma persona, vincula de nuevo. Si la dirección tiene un nuevo dueño, quita primero al miembro anterior.',
    unstableName:
      'El proveedor de identidad nombra a la persona de otra forma en cada inicio de sesión. Elige allá un nombre duradero: el formato “persistent” o “email address”.',
    confirmed: 'Confirmó otra vez su identidad',
    notFresh:
      'El proveedor de identidad no pidió a la persona que iniciara sesión otra vez, o no dice cuándo lo hizo. Debe admitir “max_age” (OpenID Connect) o “ForceAuthn” (SAML).',
    otherPerson: 'Confirmó otra persona que la que tiene la sesión aquí.',
    declined: 'Rechazó unirse',
    encryption:
      'Lo que envió el proveedor está cifrado con un algoritmo que no se acepta o para otra clave. Importa de nuevo nuestros metadatos en el proveedor de identidad y elige AES-GCM, haz que firme también la respuesta, además de la aserción, o desactiva el cifrado.',
    algorithm:
      'La firma usa un algoritmo que no se acepta. Elige RSA con SHA-256 o SHA-512 en el proveedor de identidad.',
    unsigned:
      'La aserción no está firmada. Haz que el proveedor de identidad firme la aserción, no solo la respuesta.',
    signature:
      'Ningún certificado de esta conexión corresponde a la firma. Si el proveedor de identidad tiene un certificado nuevo, agrégalo.',
    audience:
      'La respuesta es para otra audiencia (audience). Escribe nuestro ID de entidad como audiencia en el proveedor de identidad.',
    issuer:
      'La respuesta tiene otro emisor. Escribe el emisor exactamente como lo muestra el proveedor de identidad.',
    recipient:
      'La respuesta va dirigida a otro lugar. Escribe nuestra dirección de respuesta (ACS) en el proveedor de identidad.',
    otherRequest:
      'La respuesta es de otro inicio de sesión o ya se usó. La persona puede empezar de nuevo.',
    unsolicited:
      'El proveedor de identidad respondió sin nombrar nuestra solicitud. Haz que su acceso directo abra el enlace directo para iniciar sesión.',
    nameFormat:
      'El proveedor de identidad nombra a la persona en un formato que no se acepta. Elige allá “persistent” o “email address”.',
    clientAudience: 'El token de ID es para otro cliente. Revisa el ID de cliente.',
    tokenKeys:
      'El token de ID no está firmado con una clave que publica el proveedor de identidad, o usa otro algoritmo. Revisa sus claves de firma.',
    userInfo:
      'La dirección userinfo del proveedor de identidad no respondió o nombró a otra persona. Haz que el proveedor ponga los claims en el token de ID.',
    signedOut: 'El proveedor de identidad cerró la sesión',
  },
  signIn: {
    title: 'Inicio de sesión único',
    text: 'Escribe tu correo del trabajo. Si tu organización usa el inicio de sesión único, continúas con su proveedor de identidad.',
    organizationText: 'Continúas con el proveedor de identidad de tu organización.',
    providerText: 'Continúas en {{host}}, el proveedor de identidad de {{name}}.',
    email: 'Correo del trabajo',
    continue: 'Continuar',
    none: 'No hay inicio de sesión único para esto. Inicia sesión con tu contraseña.',
    failed: 'No se pudo iniciar sesión',
    finishing: 'Iniciando sesión…',
    back: 'Volver a iniciar sesión',
  },
  join: {
    title: '¿Unirte a {{organization}}?',
    text: 'Ya tienes una cuenta con {{email}}. Si te unes, los administradores de {{organization}} ven tu nombre y correo y gestionan tu membresía, y su proveedor de identidad puede iniciar tu sesión. Puedes salir cuando quieras.',
    accept: 'Unirme',
    decline: 'Ahora no',
  },
  link: {
    title: '¿Iniciar sesión con {{organization}}?',
    text: 'Eres miembro con la cuenta {{email}}. Si continúas, el proveedor de identidad de {{organization}} podrá iniciar tu sesión a partir de ahora.',
    accept: 'Continuar',
  },
  result: {
    title: 'Resultado de la prueba',
    role: 'Rol',
    claims: 'Lo que envió el proveedor de identidad',
    back: 'Volver a la configuración',
  },
};
