import type { RomanceTexts } from '#locales/texts.ts';

export const errors: RomanceTexts['errors'] = {
  internal: 'Algo salió mal de nuestro lado. Inténtalo de nuevo.',
  unavailable: 'No podemos acceder al servicio en este momento. Inténtalo de nuevo en un momento.',
  notFound: 'No encontrado',
  methodNotAllowed: 'Esta operación no está permitida aquí',
  unsupportedMediaType: 'Este tipo de contenido no se acepta',
  tooLarge: 'El contenido es demasiado grande',
  rangeNotSatisfiable: 'Esta parte del archivo no existe',
  tooManyRequests: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  'request.inProgress': 'Tu primer intento sigue en curso. Inténtalo de nuevo en un momento.',
  'request.answerLost':
    'Esto ya se hizo, pero la respuesta se perdió. Vuelve a cargar la página para ver el resultado.',
  'request.keyReused':
    'Ya se envió otra solicitud con la misma clave. Vuelve a cargar la página, revisa si tu cambio ya está ahí e inténtalo de nuevo.',
  'conflict.changed':
    'Otra persona cambió esto mientras tanto. Revisa la versión actual e inténtalo de nuevo.',
  validation: 'Revisa todos los campos obligatorios',
  unauthorized: 'No autorizado',
  'address.unknown': 'No hay ningún sitio en esta dirección',
  'address.mainSite': 'Haz esto en el sitio principal',
  'tenant.keyMismatch': 'Esto pertenece a otra organización',
  'tenant.undefined': 'Organización indefinida',
  'access.operator': 'Solo el operador puede realizar esta operación',
  'access.operatorRole': 'Tu rol de operador no permite esto. Habla con un administrador.',
  'tenant.onlyOwner': 'Solo los propietarios pueden realizar esta operación',
  'tenant.onlyAdmin': 'Solo administradores o propietarios pueden realizar esta operación',
  'tenant.onlyMember': 'Solo miembros, administradores o propietarios pueden hacer esto',
  'access.tier': 'Necesitas mejorar tu plan',
  'access.impersonating': 'Solo el titular de la cuenta puede hacer esto',
  'access.readOnlyImpersonation':
    'Solo puedes mirar mientras actúas como cliente. Los administradores eligen antes “Permitir cambios”',
  'access.secondFactorRequired': 'Configura un segundo factor para continuar',
  'access.stepUpRequired': 'Confirma que eres tú para continuar',
  'tenant.subdomain': 'Esta dirección ya está en uso',
  'tenant.subdomainReserved': 'Esta dirección está reservada',
  'tenant.existingUser': 'Esta persona ya está en la organización',
  'tenant.maxNumberOfUsers': 'Se alcanzó el número máximo de usuarios',
  'usage.transactions':
    'Tu plan incluye {{max}} transacciones al mes. Mejora tu plan para registrar más.',
  'usage.storage': 'Tu plan incluye {{max}} MB para imágenes. Elimina algunas o mejora tu plan.',
  'tenant.cannotBeWithoutOwner': 'La organización no puede quedarse sin propietario',
  'tenant.cannotBeWithoutMembers': 'La organización no puede quedarse sin miembros',
  'tenant.isOperators': 'La organización del operador no se puede eliminar ni suspender',
  'tenant.suspended': 'Esta organización está suspendida',
  'invitation.wrongAccount': 'Esta invitación pertenece a otra cuenta',
  'invitation.addressHeld':
    'Esta dirección se cambió hace poco y aún no se puede invitar. Inténtalo de nuevo en tres días.',
  'policy.signInMethod':
    'Esta organización no permite la forma en que iniciaste sesión. Cierra la sesión e inicia de otra forma.',
  'policy.sessionEnded':
    'Esta organización te pide iniciar sesión de nuevo. Cierra la sesión y vuelve a iniciarla.',
  'policy.secondFactor': 'Esta organización exige un segundo factor. Configura uno y vuelve.',
  'policy.ssoRequired':
    'Esta organización exige el inicio de sesión único. Entra por su proveedor de identidad.',
  'policy.ownSession':
    'Estas políticas te dejarían fuera. Permite la forma en que iniciaste sesión o inicia antes de otra forma.',
  'policy.ownFactor': 'Configura un segundo factor para ti antes de exigirlo.',
  'policy.ssoUnavailable':
    'El inicio de sesión único no está disponible. Activa una conexión y verifica un dominio antes.',
  'policy.breakGlassOwner': 'Elige un propietario que tenga un segundo factor.',
  'policy.emailDomain': 'Esta organización solo admite correos de {{domains}}',
  'account.login.nonexistent': 'Aún no te has registrado',
  'account.login.exists': 'El usuario ya está registrado',
  'account.login.invalid': 'Credenciales inválidas',
  'account.sameEmail': 'Este ya es tu correo',
  'account.google.used': 'Esta cuenta de Google ya se usa en otra cuenta',
  'account.google.invalid': 'Google no confirmó esta cuenta. Inténtalo de nuevo.',
  'account.google.linked': 'Ya hay una cuenta de Google vinculada',
  'account.cannotChangeAdminEmail': 'El correo de un operador no se puede cambiar',
  'account.login.unverified': 'Revisa tu correo para verificar tu cuenta',
  'account.login.noTenants': 'No perteneces a ninguna organización; regístrate para crear una',
  'account.login.notMember': 'No eres miembro de esta organización',
  'account.login.googleUnavailable': 'Iniciar sesión con Google no está disponible',
  'account.verify.invalid': 'Credenciales inválidas',
  'account.verify.alreadyVerified': 'El usuario ya está verificado',
  'account.verify.organizationTaken': 'Ese nombre de organización ya está en uso',
  'account.passwordMismatch': 'Las contraseñas no coinciden',
  'account.passwordGuessable': 'Demasiado fácil de adivinar. Elige una contraseña más segura.',
  'account.passwordTooShort': 'Define una contraseña de al menos 8 caracteres',
  'account.noPassword': 'Esta cuenta no tiene contraseña',
  'account.cannotChangeAdminPassword': 'No puedes cambiar la contraseña de un administrador',
  'account.cannotDeleteAdmin': 'La cuenta del operador no se puede eliminar',
  'account.cannotImpersonateAdmin': 'No puedes actuar como un administrador',
  'account.cannotSuspendAdmin': 'Los operadores no se pueden suspender; quítalos en su lugar',
  'account.onlyOneself': 'Solo puedes cambiar tu propia cuenta',
  'account.secondFactorRequired': 'Confirma tu acceso con tu segundo factor',
  'factors.invalidCode': 'Este código es incorrecto o ya se usó. Escribe uno nuevo.',
  'factors.methodUnavailable': 'Este método no está disponible para tu cuenta. Usa otro.',
  'factors.passkeyRefused':
    'No se aceptó esta llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.',
  'factors.passkeysUnavailable':
    'Las llaves de acceso requieren que el producto tenga un nombre de dominio. Contacta a soporte.',
  'factors.lastSignInMethod': 'Es tu única forma de iniciar sesión. Agrega otra antes.',
  'factors.challengeExpired':
    'Este acceso tardó demasiado o ya se completó. Inicia sesión de nuevo.',
  'factors.alreadyEnrolled': 'Ya hay una aplicación de autenticación configurada. Quítala primero.',
  'factors.notEnrolled': 'Configura primero un segundo factor.',
  'factors.required': 'Los operadores necesitan un segundo factor. Agrega otro antes de quitarlo.',
  'factors.breakGlass':
    'Tienes acceso de emergencia a una organización. Agrega otro segundo factor antes de quitar este.',
  'upload.type': 'Usa una imagen JPEG, PNG o ICO',
  'upload.size': 'El archivo es demasiado grande',
  'upload.invalidFile': 'Archivo no válido',
  'upload.quota':
    'Tu organización alcanzó el límite de {{max}} imágenes. Elimina algunas para agregar más.',
  'upload.noSpace':
    'Ya no hay espacio para este archivo. Libera espacio en el servidor e inténtalo de nuevo.',
  'resources.needsUpgrade': 'Necesitas un plan superior para descargar esto',
  'resources.needsPermission': 'Necesitas permiso para descargar esto',
  'legal.outdated':
    'Mientras tanto se publicó otra versión. Recarga la página y compara antes de publicar.',
  'scim.tokenLimit': 'Ya hay dos tokens válidos. Revoca uno primero',
  'apiKey.invalid': 'La clave de API es incorrecta o fue revocada',
  'apiKey.expired': 'La clave de API venció',
  'apiKey.notAllowed': 'Las claves de API no sirven para esta llamada',
  'apiKey.scope': 'A la clave de API le falta el alcance {{scope}}',
  'apiKey.limit': 'La organización tiene 50 claves, el máximo. Revoca una primero',
  'apiKey.inviteRole': 'Una clave de API invita a personas solo como Miembro o Invitado',
  'webhook.limit': 'La organización tiene 50 endpoints, el máximo. Elimina uno primero',
  'webhook.https': 'La dirección debe empezar con https://',
  'webhook.disabled': 'El endpoint está apagado. Enciéndelo primero',
  'archive.running': 'Hay una exportación o importación en curso. Espera a que termine',
  'archive.invalid':
    'Este no es un archivo exportado de esta instalación, o se modificó o está incompleto',
  'archive.notEmpty':
    'La organización ya tiene transacciones. Importa en una organización que no tenga ninguna',
  'import.encoding': 'No es texto o está dañado. Guárdalo como “CSV UTF-8” y elígelo de nuevo.',
  'import.malformed':
    'No se pudo leer el archivo como CSV. Revisa la fila {{line}}: quizá falta una comilla.',
  'import.empty': 'El archivo no tiene filas debajo del encabezado',
  'import.tooManyRows': 'El archivo tiene más de {{max}} filas. Divídelo en varios archivos.',
  'import.tooManyCells': 'El archivo tiene más de {{max}} celdas. Quita columnas que no usas.',
  'import.wrongRows': 'Filas con errores: {{count}}. Corrígelas u omítelas.',
  'import.noRows': 'Ninguna fila del archivo se puede importar',
  'operators.existingUser': 'Esta dirección ya tiene una cuenta. Usa otra para el operador.',
  'operators.lastAdministrator':
    'Debe quedar al menos un administrador. Haz administradora a otra persona antes.',
  'announcements.link': 'Escribe una dirección con https:// o una ruta como /app/settings',
  'announcements.endsBeforeStart': 'El fin debe ser posterior al inicio',
  'announcements.notShown': 'Este aviso no se muestra en este momento. Recarga la página.',
  'products.immutable':
    'Una vez creado, un precio solo cambia en “activo” y en el precio anterior. El ID del servicio nunca cambia.',
  'coupons.codeCharacters': 'Usa solo letras sin acento, números y guiones',
  'coupons.codeTaken':
    'Otro cupón activo tiene este código. Elige otro código o desactiva ese cupón.',
  'coupons.currencyMissing': 'Elige la moneda del monto',
  'coupons.endlessAmount': 'Un monto vale una vez o por meses. O elige un porcentaje.',
  'coupons.dateInPast': 'Esta fecha ya pasó. Elige hoy o una fecha posterior.',
  'coupons.noPrice':
    'Un producto elegido no tiene un precio activo en esta moneda. Elige otra moneda u otros productos.',
  'coupons.cannotActivate':
    'Este cupón venció, se agotó o se eliminó en el proveedor de pagos, así que no se puede activar. Crea uno nuevo.',
  'billing.invalidSubscription': 'Selecciona un producto',
  'billing.invalidCard': 'No hay un método de pago. Agrega una tarjeta de crédito o débito.',
  'billing.invalidCoupon': 'Cupón inválido',
  'billing.cardDeclined': 'Tu tarjeta fue rechazada. Prueba con otra.',
  'billing.couponInactive': 'Cupón inactivo',
  'billing.couponMaxRedeems': 'Se alcanzó el límite de usos de este cupón',
  'billing.couponMinimum': 'Este cupón es válido en compras a partir de {{currency}} {{minimum}}',
  'billing.couponFirstOrder': 'Este cupón es válido solo en la primera compra',
  'billing.couponNotApplicable': 'Este cupón no se puede usar en esta compra',
  'billing.notOffered': 'Este plan ya no está disponible. Elige otro.',
  'billing.refused':
    'El servicio de pago no aceptó esta operación. No se cobró nada. Vuelve a cargar la página e inténtalo de nuevo.',
  'billing.alreadySubscribed': 'Ya tienes esta suscripción',
  'billing.paused': 'La suscripción está en pausa. Reanúdala primero.',
  'billing.alreadyBought': 'Ya compraste este producto',
  'billing.noPaymentMethod': 'No hay un método de pago. Agrega una tarjeta de crédito o débito.',
  'billing.downgradeBlocked':
    'El límite de miembros de este plan es {{max}} y ustedes son {{used}}. Quita a {{remove}} primero.',
  'billing.adminTenant': 'La organización del administrador no puede tener una suscripción',
  'billing.notSubscribed': 'No hay ninguna suscripción que cancelar',
  'billing.oneTimePurchase': 'Tu plan se pagó una vez y no se renueva: no hay nada que cancelar',
  'billing.noCustomer': 'Aún no has pagado nada, así que no hay nada que administrar',
  'billing.currencyLocked': 'Pagas en {{currency}}. Elige un precio en esa moneda.',
  'billing.trialUsed':
    'La prueba gratuita ya se usó, por ti o con esta tarjeta. Elige un plan sin prueba, o empieza con el plan gratuito y cambia de plan después.',
  'billing.previewExpired': 'El monto cambió. Revisa el nuevo monto y confirma otra vez.',
  'billing.cardEntryDisabled': 'Aquí no se aceptan números de tarjeta',
  'billing.authenticationRequired': 'Tu banco te pide confirmar este pago',
  'billing.authenticationFailed': 'El pago no se confirmó. No se cobró nada.',
  'billing.inProgress': 'Todavía se está procesando un pago. Inténtalo de nuevo en un momento.',
  'billing.invalidSignature': 'La firma digital de este evento no es válida',
  'billing.providerUnavailable':
    'El servicio de pago no responde. No se te cobrará dos veces. Inténtalo de nuevo en un momento.',
  'billing.readOnly':
    'Por ahora no se puede cambiar nada: hay un pago vencido, la suscripción está en pausa o hay más miembros de los que permite el plan gratuito',
  'billing.taxLocationRequired':
    'Los impuestos dependen de dónde está tu organización. Elige el país y, en Estados Unidos y Canadá, escribe el código postal.',
  'billing.taxLocationInvalid':
    'Este lugar no es lo bastante preciso para calcular los impuestos. Revisa el país y el código postal.',
  'billing.unknownLetters': 'Las facturas solo muestran letras latinas y devanagari.',
  'billing.taxIdInvalid': 'El número no coincide con su formato. Revisa cada dígito.',
  'billing.taxIdRefused':
    'El servicio de pago no acepta este número. Revísalo, o déjalo vacío y escríbenos.',
  'support.noCurrency': 'Esta organización aún no tiene moneda: nunca inició una prueba ni pagó.',
  'support.notRefundable':
    'No queda nada por reembolsar en esta factura, o el pago está en disputa',
  'support.refundTooLarge': 'Quedan como máximo {{currency}} {{max}} por reembolsar',
  'support.notPaid': 'Esta factura no tiene recibo, porque no se pagó nada por ella',
  'support.noTrial': 'Esta organización no tiene una prueba en curso.',
  'support.dateTooEarly': 'Elige una fecha posterior',
  'support.dateTooLate': 'Elige una fecha dentro de los próximos dos años',
  'billing.planGranted': 'Este plan ya está otorgado sin costo',
  'support.noCard': 'No hay una tarjeta registrada. Pide al cliente que agregue una.',
  'support.cardDeclined': 'La tarjeta del cliente fue rechazada. No se cambió nada.',
  'support.confirmationNeeded':
    'El titular de la tarjeta debe confirmar este pago. No se cambió nada. Pide al cliente que cambie el plan.',
  'domains.public':
    'Este dominio no se puede verificar. Escribe un dominio que sea de tu organización, como example.com.',
  'domains.added': 'Este dominio ya está en la lista',
  'domains.tooMany': 'Una organización puede tener {{max}} dominios. Quita uno primero.',
  'domains.noRecord':
    'No encontramos el registro TXT en {{name}}. Los cambios de DNS pueden tardar hasta una hora. Revisa el registro y vuelve a intentarlo.',
  'domains.noAnswer':
    'Los servidores DNS de este dominio no respondieron. Vuelve a intentarlo en unos minutos.',
  'domains.taken':
    'Otra organización ya verificó este dominio. Pide que lo quiten ahí primero o escribe a soporte.',
  'sso.issuer':
    'Escribe el emisor tal como lo muestra tu proveedor de identidad, como https://id.example.com',
  'sso.address':
    'Escribe una dirección que empiece con https://, como la muestra tu proveedor de identidad',
  'sso.certificate': 'Escribe los certificados de firma en PEM, con claves RSA de 2048 bits o más',
  'sso.metadata':
    'Estos no son los metadatos de un proveedor de identidad SAML. Llena los campos de abajo.',
  'sso.unreachable':
    'El proveedor de identidad no respondió como se esperaba. Revisa su dirección y vuelve a intentarlo.',
  'sso.noDraft': 'Primero escribe y guarda los datos de tu proveedor de identidad',
  'sso.notTested': 'Primero prueba la conexión con estos datos',
  'sso.expired': 'Este inicio de sesión venció o empezó en otro navegador. Empieza de nuevo.',
  'sso.failed':
    'No se pudo iniciar sesión. Pregunta a tu administrador y dale esta referencia: {{reference}}.',
  'blog.unavailable':
    'El blog no está disponible en este momento. Lo demás funciona. Vuelve en unos minutos.',
  'field.required': 'Obligatorio',
  'field.invalid': 'Valor inválido',
  'field.tooLong': 'Demasiado largo',
  'field.tooShort': 'Usa al menos 8 caracteres',
  'field.tooSmall': 'El valor es demasiado pequeño',
  'field.tooLarge': 'El valor es demasiado grande',
  'field.integer': 'Usa un número entero',
  'field.email': 'Escribe un correo como ana@example.com',
  'field.currency': 'En otra moneda que la de tu organización',
  'field.date': 'Fecha inválida',
  'field.link': 'Un nombre no puede contener una dirección web',
  'field.twoDecimals': 'Usa como máximo dos decimales',
  'field.number': 'Usa un número en el formato elegido',
};
