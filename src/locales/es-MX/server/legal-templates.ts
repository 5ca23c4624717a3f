/** Templates of the legal texts in Markdown, which the operator replaces; `{email}` is the support address. */
export const legalTexts = {
  terms: `
Estos términos rigen entre quien opera Pregão y quien usa el sitio o la aplicación. Al crear una cuenta, los aceptas.

## El servicio

Pregão ofrece una regla de trading explicada, una aplicación en la que las organizaciones registran operaciones y trabajan en equipo, y archivos para descargar, entre ellos los del robot. La página de precios indica qué incluye cada plan.

Pregão no se conecta con casas de bolsa, no envía órdenes y no guarda tu dinero. Tú ejecutas el robot.

## El riesgo

Operar puede causar pérdidas, incluso mayores que lo depositado. Ningún plan, archivo o texto promete ganancias, y nada aquí es asesoría de inversión. La decisión de operar es tuya.

## Tu cuenta

Da datos correctos y mantén tu contraseña en secreto. Respondes por lo que se haga con tu cuenta. El servicio es para personas mayores de 18 años.

## Organizaciones y miembros

Una organización pertenece a sus propietarios. Ellos deciden quién participa y con qué rol, y responden por lo que la organización registra.

## Planes y pagos

Los planes de pago se cobran al inicio de cada periodo y se renuevan hasta que se cancelan. La prueba no pide tarjeta. Antes de un cambio de plan, la pantalla muestra lo que se debe.

Puedes cancelar de inmediato o al final del periodo. Si falla un pago, el acceso continúa hasta la fecha avisada; después, la organización queda en modo de solo lectura.

## Uso permitido

No uses el servicio contra la ley, no intentes llegar a los datos de otros y no lo sobrecargues. No revendas ni publiques los archivos descargados sin permiso.

## Tus datos

Lo que una organización registra sigue siendo suyo. La política de privacidad explica cómo tratamos los datos personales.

## Disponibilidad y responsabilidad

Cuidamos que el servicio funcione, pero puede interrumpirse por mantenimiento o fallas. Dentro de los límites de la ley, no respondemos por los resultados de las operaciones ni por ganancias perdidas. Nada en estos términos reduce los derechos que la ley da a los consumidores.

## Terminación

Puedes eliminar tu cuenta en tu perfil cuando quieras. Podemos suspender cuentas que violen estos términos, con aviso y el motivo.

## Cambios, ley y contacto

Cuando un cambio te importe, te pedimos que lo aceptes en tu siguiente visita a la aplicación. Las versiones anteriores siguen publicadas. Rige la ley brasileña.

Preguntas: [{email}](mailto:{email})
`,
  privacy: `
En vigor desde abril de 2021.

## Quién responde por tus datos

Esta política explica qué pasa con los datos personales en el sitio y en la aplicación de Pregão. Sigue la Ley General de Protección de Datos Personales de Brasil (Ley 13.709/2018, LGPD) y el Marco Civil de Internet (Ley 12.965/2014).

Pregão es el responsable de los datos de tu cuenta, tu suscripción y tu visita: decidimos por qué y cómo se usan. De los datos que una organización registra en la aplicación, como operaciones e imágenes, la organización es la responsable y Pregão es el encargado: los guardamos en su nombre y según sus instrucciones.

Quien opera Pregão y su encargado de protección de datos atienden en la dirección que está al final de esta página.

## Qué datos tratamos

Pedimos lo mínimo para que el servicio funcione. No pedimos identificación fiscal, domicilio, estados de cuenta ni contraseñas de casas de bolsa.

| Datos | De dónde vienen | Para qué |
|---|---|---|
| Cuenta: nombre, apellido, correo y, si quieres, teléfono y foto | De ti, al registrarte, aceptar una invitación o editar tu perfil | Identificarte, dejarte entrar y mostrar a tu organización quién hizo qué |
| Contraseña, solo como resumen criptográfico (Argon2id) del que no se puede recuperar | De ti | Comprobar que eres tú |
| Entrada con Google: nombre y correo verificado | De Google, cuando eliges entrar con él | Crear la cuenta y comprobar que eres tú |
| Aceptación de los términos y de esta política: versiones y fecha | De ti | Probar lo acordado |
| Organización: nombre, logotipo, miembros, roles e invitaciones | De quien la administra | Dar a cada miembro el acceso que le toca |
| Operaciones e imágenes que la organización registra | De los miembros de la organización | Guardarlas y mostrarlas a la organización |
| Suscripción: plan, facturas, marca de la tarjeta, sus últimos cuatro dígitos y vencimiento | De ti y del proveedor de pagos | Cobrar el plan y mostrar lo cobrado |
| Sesiones: fecha, hora, dirección IP y navegador de cada entrada | De tu navegador | Seguridad, lista de sesiones y conservación exigida por la ley |
| Registro de auditoría: quién cambió qué, y cuándo | Del uso de la aplicación | Seguridad y rendición de cuentas a la organización |
| Mensajes que nos envías | De ti | Responder |

El número de tu tarjeta y el código de seguridad no llegan a nuestros servidores: los escribes en campos del proveedor de pagos.

No tratamos datos personales sensibles y no ofrecemos el servicio a menores de 18 años.

## Con qué base legal

- Ejecución de un contrato (LGPD, art. 7, V): cuenta, organización, suscripción y todo lo que la aplicación hace a petición tuya.
- Obligación legal (art. 7, II): documentos fiscales de los cobros y registros de acceso, que el Marco Civil de Internet (art. 15) ordena guardar seis meses.
- Interés legítimo (art. 7, IX): seguridad, prevención de fraude y límites de intentos de entrada, siempre con el mínimo de datos.
- Consentimiento (art. 7, I): el boletín y la foto de perfil. Puedes retirarlo en cualquier momento sin perder el servicio.

No vendemos datos personales, no hacemos perfiles para publicidad y no tomamos decisiones automatizadas sobre ti.

## Cuánto tiempo los guardamos

- Cuenta: mientras exista. Al eliminarla en tu perfil, se borran la cuenta y las organizaciones de las que eres el único propietario.
- Operaciones e imágenes: mientras la organización exista y no las borre.
- Facturas: por el plazo que exige la ley fiscal.
- Registros de acceso: seis meses.
- Invitaciones y enlaces de verificación: hasta que se usen o venzan.
- Copias de seguridad: se descartan en poco tiempo y solo sirven para restaurar el servicio.

## Con quién los compartimos

Solo con quien necesita los datos para que el servicio funcione, y solo los que necesita:

- Los miembros de tu organización ven tu nombre, correo, teléfono, foto y rol en ella.
- El proveedor de pagos (Stripe) recibe el nombre de la organización, el correo de quien la administra y la tarjeta. También trata estos datos como responsable, para cumplir reglas del sistema financiero.
- El servidor de correo recibe la dirección y el texto de los mensajes que te enviamos.
- El proveedor de alojamiento guarda los servidores y las copias de seguridad.
- Google comprueba tu identidad cuando eliges entrar con él.
- El servicio del boletín recibe tu correo cuando te suscribes; se abre en otra ventana y tiene su propia política.
- Las autoridades reciben datos cuando una orden válida nos obliga, y te avisamos siempre que la ley lo permita.

Algunos de estos proveedores están fuera de Brasil. La transferencia internacional se apoya entonces en el art. 33 de la LGPD, en especial en cláusulas contractuales que exigen la misma protección.

Cuando el equipo que opera Pregão necesita entrar en una cuenta para dar soporte, la sesión termina sola en un máximo de 60 minutos, muestra una franja en la pantalla y queda en el registro de auditoría de la organización.

## Cookies y almacenamiento local

Usamos solo lo necesario para recordar tus elecciones y mantener tu sesión. No hay cookies de publicidad ni de terceros, y por eso ningún aviso te pide aceptarlas.

| Nombre | Lugar | Para qué | Duración |
|---|---|---|---|
| locale | Cookie | El idioma de las páginas | 1 año |
| currency | Cookie | La moneda de los precios | 1 año |
| theme | Cookie | Claro u oscuro, y el color del sitio | 1 año |
| app-theme | Cookie | El tema de tu organización en la aplicación | 1 año |
| id_token | Almacenamiento local | Tu sesión, después de entrar | Hasta que sales |
| app-background | Almacenamiento local | Claro u oscuro en la aplicación, si lo cambias | Hasta que lo borras |
| tenant | Almacenamiento de la pestaña | La organización abierta en la pestaña | Hasta que cierras la pestaña |

Puedes borrar todo esto en la configuración del navegador. Sin las cookies, las páginas vuelven al portugués, al tema oscuro y a la moneda predeterminada; sin la sesión, hay que entrar de nuevo.

En las páginas en las que se escribe una tarjeta, el proveedor de pagos puede usar cookies propias para prevenir fraudes. En la página de entrada, Google puede usar las suyas cuando se puede entrar con él. Donde se cuentan las visitas, solo se envía la dirección de la página, sin correos ni identificadores.

## Tus derechos

La LGPD (art. 18) te da el derecho de pedir, gratis y en cualquier momento:

- la confirmación de que tratamos tus datos, y el acceso a ellos;
- la corrección de lo incompleto, erróneo o desactualizado;
- la anonimización, el bloqueo o la eliminación de lo innecesario o excesivo;
- la portabilidad a otro proveedor;
- la eliminación de lo que tratamos con tu consentimiento;
- la información sobre con quién los compartimos;
- la información sobre la posibilidad de negar el consentimiento y sus consecuencias;
- el retiro del consentimiento, y la oposición a lo que la ley no permita.

Mucho de esto lo haces tú: el perfil muestra y corrige tus datos, descarga una copia de todo lo que guardamos sobre ti, lista y cierra sesiones y elimina la cuenta. Para lo demás, escribe al encargado de protección de datos. Respondemos el acceso simplificado de inmediato y la declaración completa en un máximo de 15 días (art. 19). Podemos pedirte que escribas desde el correo de la cuenta, para estar seguros de que eres tú.

Si la petición es sobre datos que una organización registró, la enviamos a la organización, que decide como responsable.

Si nuestra respuesta no resuelve, puedes acudir a la autoridad brasileña de protección de datos (ANPD) o a los órganos de defensa del consumidor.

## Cómo los protegemos

- Conexiones cifradas, y contraseñas y sesiones guardadas solo como resúmenes criptográficos.
- La base de datos separa las filas de cada organización, incluso si el programa se equivoca.
- Los enlaces enviados por correo son aleatorios, sirven una vez y vencen.
- Los intentos de entrada son limitados, y una contraseña nueva cierra las demás sesiones.
- Las contraseñas, las llaves y los números de tarjeta no entran en los registros.

Ningún sistema es infalible. Si un incidente puede causar un riesgo o daño relevante, te avisamos a ti y a la ANPD en el plazo legal (art. 48) qué pasó, qué datos se afectaron y qué hacer.

## Cambios y contacto

Si esta política cambia en algo que te importe, te pedimos que la aceptes en tu siguiente visita a la aplicación. Las versiones anteriores siguen publicadas.

Preguntas, peticiones y quejas sobre datos personales, también al encargado de protección de datos: [{email}](mailto:{email})
`,
};
