import type { ProductTexts } from '#locales/texts.ts';

export const product: ProductTexts = {
  title: 'Un robot de trading con la regla a la vista',
  description:
    'Pregão es un servicio de robots de trading automático: una regla que se lee, los archivos del robot para descargar según el plan y un diario para cada operación. Sin promesa de ganancias.',
  hero: {
    headline: { rule: 'La regla a la vista.', order: 'La orden por escrito.' },
    text: 'Un robot que sigue una sola regla: va detrás del precio y da la vuelta cuando se toca el stop. Aquí lees la regla, descargas los archivos del robot de tu plan y registras cada operación. También las que pierden.',
    start: 'Empezar gratis',
    plans: 'Ver los planes',
    rule: 'Leer la regla',
    risk: 'Operar implica riesgo de pérdida. No prometemos ganancias.',
    picture: 'El panel de una organización: cifras del mes, últimas transacciones y una gráfica.',
    caption: 'La aplicación tal como es, con datos de demostración.',
  },
  rule: {
    title: 'Tres frases. Es toda la regla.',
    text: 'Tú eliges el mercado, la distancia, el tamaño, el horario y la pérdida máxima del día. Lo demás es fijo, sin improvisar.',
    steps: {
      follow: {
        title: 'El stop acompaña al precio.',
        text: 'Mientras el precio va a favor, el stop viene detrás, a la distancia que elegiste.',
      },
      hold: {
        title: 'El stop nunca retrocede.',
        text: 'Si el precio duda, el stop espera. Solo se mueve a favor de la operación.',
      },
      turn: {
        title: 'Se toca y se voltea.',
        text: 'Cuando una vela cierra más allá del stop, el robot cierra la posición y abre la contraria.',
      },
    },
    drawing:
      'Una sesión dibujada: velas y el stop del robot, una línea en escalones que sigue por debajo del precio, se queda quieta cuando el precio retrocede y cambia de lado donde es tocada.',
    price: 'precio',
    stop: 'stop',
    demo: {
      market: 'Mercado',
      trending: 'Con dirección',
      sideways: 'Lateral',
      distance: 'Distancia del stop, en puntos',
      orders: 'Órdenes',
      costs: 'Costos, en puntos',
      balance: 'Saldo, en puntos',
      note: 'Datos de ejemplo: dibujamos estos precios y cada orden cuesta {{cost}} puntos. Una distancia que gana aquí no dice nada de un mercado real.',
    },
  },
  how: {
    title: 'Del papel al registro en cuatro pasos',
    steps: {
      write: {
        title: 'Escribe',
        text: 'Toma la guía y llena tu regla: mercado, distancia, tamaño, horario, pérdida máxima del día.',
      },
      simulate: {
        title: 'Prueba',
        text: 'Cambia la distancia del stop en la gráfica de arriba, en los dos mercados, con costos. Datos de ejemplo, sin cuenta.',
      },
      trade: {
        title: 'Descarga',
        text: 'Los archivos del robot están en Recursos, en la aplicación. Tu plan define cuáles puedes descargar.',
      },
      check: {
        title: 'Comprueba',
        text: 'Registra cada operación en Transacciones: fecha, cantidad, precio, importe. Suma, compara, decide.',
      },
    },
  },
  risk: {
    title: 'Dónde gana la regla, y dónde pierde',
    text: 'La misma regla, a la misma distancia, en dos mercados que dibujamos nosotros. A cada orden se le quitan {{cost}} puntos de costos.',
    trending: {
      title: 'Un mercado con dirección',
      text: 'El stop tiene qué seguir. Una orden paga las que se equivocaron.',
      drawing:
        'Un mercado dibujado que sube. El stop se toca dos veces al inicio y luego sigue una larga alza.',
    },
    sideways: {
      title: 'Un mercado lateral',
      text: 'El stop se toca una y otra vez, y cada vuelta cuesta.',
      drawing:
        'Un mercado dibujado que oscila entre dos niveles. El stop se toca en cada oscilación.',
    },
    orders: {
      order: 'Orden',
      side: 'Lado',
      buy: 'Compra',
      sell: 'Venta',
      entry: 'Entrada',
      exit: 'Salida',
      points: 'Puntos',
      total: 'Saldo',
    },
    said: {
      backtest: {
        title: 'Un backtest no es el futuro',
        text: 'Cuenta lo que ya pasó, con una regla elegida después. Sirve para descartar reglas malas, no para predecir ganancias.',
      },
      costs: {
        title: 'Primero van los costos',
        text: 'Comisiones, derechos de bolsa, impuestos y ejecuciones peores que el precio de la pantalla se pagan antes de cualquier ganancia.',
      },
      loss: {
        title: 'Puedes perder',
        text: 'Con apalancamiento, más de lo que depositaste. Opera solo con lo que puedas perder, nunca con el dinero de la renta.',
      },
      promise: {
        title: 'Aquí nadie promete ganancias',
        text: 'Ningún plan, ninguna guía ni nadie en Pregão promete ganancias o recomienda un mercado. La regla y la decisión son tuyas.',
      },
    },
  },
  floor: {
    title: 'Por qué “Pregão”',
    text: 'El pregão era la subasta a viva voz de Brasil: todos oían a todos. La regla se lee en las mismas cuatro voces, por escrito.',
    words: {
      compro: '“Compro.” Abre la compra, o da la vuelta hacia ella.',
      vendo: '“Vendo.” Abre la venta, o da la vuelta hacia ella.',
      fechado: '“Cerrado.” Orden ejecutada: precio y fecha van al registro.',
      zerado: '“En ceros.” Sin posición: fin del día, o pérdida máxima.',
    },
  },
  features: {
    title: 'Toda la mesa en un solo lugar',
    transactions: {
      title: 'Un diario de operaciones',
      text: 'Descripción, cantidad, precio, importe, categoría y fecha, lo más nuevo primero, con el mes sumado en el panel. A partir del segundo plan.',
    },
    team: {
      title: 'Equipo con roles',
      text: 'Propietarios, administradores, miembros e invitados ven y cambian solo lo que les toca. Invítalos por correo o con un enlace.',
    },
    organizations: {
      title: 'Tantas mesas como necesites',
      text: 'Una cuenta, varias organizaciones, cada una con su plan, su color y su logotipo.',
    },
    plans: {
      title: 'Planes sin sorpresas',
      text: 'Antes de cambiar, ves qué pagas hoy y en la renovación. Cancela de inmediato o al final del periodo de cobro.',
    },
    data: {
      title: 'Datos separados',
      text: 'La base de datos mantiene los datos de cada organización separados de los demás. Ves tus sesiones y puedes cerrarlas.',
    },
    look: {
      title: 'Cuatro idiomas, 23 colores',
      text: 'Portugués, inglés, español e hindi, en oscuro o en claro, en el teléfono o en la pared de la oficina.',
    },
    listPicture: 'La lista de transacciones, con cantidades, precios e importes.',
    phonePicture: 'El panel en un teléfono.',
  },
  plans: {
    title: 'Cuánto cuesta',
    text: 'Solo cobramos el plan. No nos quedamos con parte de tus ganancias, porque sería una parte en tu riesgo.',
    compare: 'Comparar los planes',
    trial: '{{days}} días de prueba, sin tarjeta',
  },
  downloads: {
    title: 'Lee antes de encender nada',
    text: 'En dos ediciones. Nada que instalar, sin dar tu correo.',
    guideText: 'La regla, los riesgos y la aplicación, paso a paso.',
    sessionText: 'Los precios, stops y órdenes dibujados en esta página, para rehacer las cuentas.',
    portuguese: 'Edición en portugués',
    english: 'Edición en inglés',
  },
  faq: {
    title: 'Preguntas',
    items: {
      profit: {
        question: '¿El robot garantiza ganancias?',
        answer:
          'No, y ningún otro las garantiza. La regla gana en mercados con dirección y pierde en los que no la tienen, como se dibuja arriba. Nadie sabe de antemano cuál sigue.',
      },
      money: {
        question: '¿Pregão guarda mi dinero?',
        answer:
          'No. Tu dinero se queda en tu casa de bolsa, a tu nombre. Nosotros cobramos la suscripción y nada más.',
      },
      start: {
        question: '¿Qué necesito para empezar?',
        answer:
          'Una dirección de correo. El plan gratuito y la prueba no piden tarjeta ni casa de bolsa. Para operar necesitas una cuenta en una casa de bolsa y dinero que puedas perder.',
      },
      where: {
        question: '¿Pregão envía órdenes a mi casa de bolsa?',
        answer:
          'No. Pregão no se conecta con casas de bolsa. Descargas los archivos del robot que incluye tu plan, lo ejecutas por tu cuenta y registras tus operaciones en la aplicación.',
      },
      card: {
        question: '¿La prueba pide tarjeta?',
        answer:
          'No. Si termina sin tarjeta, no se cobra nada: eliges un plan o sigues con el gratuito.',
      },
      cancel: {
        question: '¿Puedo cancelar cuando quiera?',
        answer:
          'Sí, en la configuración de tu organización: de inmediato o al final del periodo de cobro. Tus datos se conservan.',
      },
      failed: {
        question: '¿Qué pasa si falla un pago?',
        answer:
          'Propietarios y administradores ven un aviso con fecha. Hasta entonces todo funciona. Después, la organización queda en modo de solo lectura. No se borra nada.',
      },
      privacy: {
        question: '¿Quién ve mis operaciones?',
        answer:
          'Los miembros de tu organización, según su rol. Otras organizaciones no pueden, y las páginas no tienen publicidad ni rastreo de terceros.',
      },
    },
  },
  end: {
    title: 'Empieza por la regla.',
    text: 'Leerla y probarla con datos de ejemplo sale gratis.',
  },
};
