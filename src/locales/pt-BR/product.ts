import type { ProductTexts } from '#locales/texts.ts';

export const product: ProductTexts = {
  title: 'Robô de operações com a regra à vista',
  description:
    'Pregão é um serviço de robôs de operação automática: uma regra que se lê, os arquivos do robô para baixar conforme o plano e um diário para cada operação. Sem promessa de retorno.',
  hero: {
    headline: { rule: 'A regra à vista.', order: 'A ordem por escrito.' },
    text: 'Um robô que segue uma só regra: vem atrás do preço e vira quando o stop é tocado. Aqui você lê a regra, baixa os arquivos do robô que o seu plano libera e registra cada operação. As que perdem, também.',
    start: 'Começar de graça',
    plans: 'Ver os planos',
    rule: 'Ler a regra',
    risk: 'Operar envolve risco de perda. Não prometemos retorno.',
    picture: 'O painel de uma organização: números do mês, últimas transações e um gráfico.',
    caption: 'O aplicativo como ele é, com dados de demonstração.',
  },
  rule: {
    title: 'Três frases. É a regra inteira.',
    text: 'Você escolhe o ativo, a distância, o tamanho, o horário e a perda máxima do dia. O resto é fixo, sem improviso.',
    steps: {
      follow: {
        title: 'O stop acompanha o preço.',
        text: 'Enquanto o preço anda a favor, o stop vem atrás, à distância que você escolheu.',
      },
      hold: {
        title: 'O stop nunca recua.',
        text: 'Se o preço hesita, o stop espera. Ele só se move a favor da operação.',
      },
      turn: {
        title: 'Tocou, virou.',
        text: 'Quando um candle fecha além do stop, o robô encerra a posição e abre a contrária.',
      },
    },
    drawing:
      'Uma sessão desenhada: candles e o stop do robô, uma linha em degraus que segue abaixo do preço, para quando o preço recua e troca de lado onde é tocada.',
    price: 'preço',
    stop: 'stop',
    demo: {
      market: 'Mercado',
      trending: 'Com direção',
      sideways: 'De lado',
      distance: 'Distância do stop, em pontos',
      orders: 'Ordens',
      costs: 'Custos, em pontos',
      balance: 'Saldo, em pontos',
      note: 'Dados de exemplo: nós desenhamos estes preços, e cada ordem custa {{cost}} pontos. Uma distância que ganha aqui não diz nada sobre um mercado real.',
    },
  },
  how: {
    title: 'Do papel ao registro em quatro passos',
    steps: {
      write: {
        title: 'Escreva',
        text: 'Pegue o guia e preencha a sua regra: ativo, distância, tamanho, horário, perda máxima do dia.',
      },
      simulate: {
        title: 'Experimente',
        text: 'Mude a distância do stop no gráfico acima, nos dois mercados, com os custos. Dados de exemplo, sem cadastro.',
      },
      trade: {
        title: 'Baixe',
        text: 'Os arquivos do robô ficam em Recursos, no aplicativo. O seu plano define quais você pode baixar.',
      },
      check: {
        title: 'Confira',
        text: 'Registre cada operação em Transações: data, quantidade, preço, valor. Some, compare, decida.',
      },
    },
  },
  risk: {
    title: 'Onde a regra ganha, e onde ela perde',
    text: 'A mesma regra, à mesma distância, em dois mercados que nós desenhamos. De cada ordem saem {{cost}} pontos de custo.',
    trending: {
      title: 'Um mercado com direção',
      text: 'O stop tem o que seguir. Uma ordem paga as que erraram.',
      drawing:
        'Um mercado desenhado que sobe. O stop é tocado duas vezes no começo e depois segue uma longa alta.',
    },
    sideways: {
      title: 'Um mercado lateral',
      text: 'O stop é tocado de novo e de novo, e cada virada custa.',
      drawing:
        'Um mercado desenhado que oscila entre dois níveis. O stop é tocado a cada oscilação.',
    },
    orders: {
      order: 'Ordem',
      side: 'Lado',
      buy: 'Compra',
      sell: 'Venda',
      entry: 'Entrada',
      exit: 'Saída',
      points: 'Pontos',
      total: 'Saldo',
    },
    said: {
      backtest: {
        title: 'Backtest não é futuro',
        text: 'Ele conta o que já aconteceu, com uma regra escolhida depois. Serve para jogar regras ruins fora, não para prever ganhos.',
      },
      costs: {
        title: 'O custo vem primeiro',
        text: 'Corretagem, emolumentos, impostos e execuções piores do que o preço da tela são pagos antes de qualquer ganho.',
      },
      loss: {
        title: 'Você pode perder',
        text: 'Com alavancagem, mais do que depositou. Opere só com o que pode perder, nunca com o dinheiro do aluguel.',
      },
      promise: {
        title: 'Ninguém aqui promete retorno',
        text: 'Nenhum plano, nenhum guia e ninguém no Pregão promete ganho ou recomenda ativo. A regra e a decisão são suas.',
      },
    },
  },
  floor: {
    title: 'Por que “Pregão”',
    text: 'No pregão viva-voz, quem negociava dizia tudo em voz alta, e todos ouviam. A regra se lê nas mesmas quatro vozes, por escrito.',
    words: {
      compro: 'Abre a compra, ou vira para ela.',
      vendo: 'Abre a venda, ou vira para ela.',
      fechado: 'A ordem foi executada: preço e data vão para o registro.',
      zerado: 'Sem posição: o dia acabou, ou a perda máxima chegou.',
    },
  },
  features: {
    title: 'A mesa inteira no mesmo lugar',
    transactions: {
      title: 'Um diário de operações',
      text: 'Descrição, quantidade, preço, valor, categoria e data, as mais novas primeiro, com o mês somado no painel. A partir do segundo plano.',
    },
    team: {
      title: 'Equipe com funções',
      text: 'Proprietários, administradores, membros e convidados veem e mudam só o que lhes cabe. Convide por e-\u2060mail ou com um link.',
    },
    organizations: {
      title: 'Quantas mesas precisar',
      text: 'Uma conta, várias organizações, cada uma com plano, cor e logotipo próprios.',
    },
    plans: {
      title: 'Planos sem surpresa',
      text: 'Antes de mudar, você vê o que paga hoje e na renovação. Cancele imediatamente ou no fim do período de cobrança.',
    },
    data: {
      title: 'Dados separados',
      text: 'O banco de dados mantém os dados de cada organização separados dos outros. Você vê as suas sessões e pode encerrá-las.',
    },
    look: {
      title: 'Quatro idiomas, 23 cores',
      text: 'Português, inglês, espanhol e hindi, no escuro ou no claro, no celular ou na parede do escritório.',
    },
    listPicture: 'A lista de transações, com quantidades, preços e valores.',
    phonePicture: 'O painel em um celular.',
  },
  plans: {
    title: 'Quanto custa',
    text: 'Cobramos só o plano. Não ficamos com parte dos seus ganhos, porque seria uma parte no seu risco.',
    compare: 'Comparar os planos',
    trial: '{{days}} dias de teste, sem cartão',
  },
  downloads: {
    title: 'Leia antes de ligar qualquer coisa',
    text: 'Em duas edições. Nada para instalar, sem informar e-\u2060mail.',
    guideText: 'A regra, os riscos e o aplicativo, passo a passo.',
    sessionText: 'Os preços, stops e ordens desenhados nesta página, para você refazer as contas.',
    portuguese: 'Edição em português',
    english: 'Edição em inglês',
  },
  faq: {
    title: 'Perguntas',
    items: {
      profit: {
        question: 'O robô garante lucro?',
        answer:
          'Não, e nenhum outro garante. A regra ganha em mercados com direção e perde nos laterais, como desenhamos acima. Ninguém sabe de antemão qual vem a seguir.',
      },
      money: {
        question: 'O Pregão guarda o meu dinheiro?',
        answer:
          'Não. O seu dinheiro fica na sua corretora, em seu nome. Nós cobramos a assinatura e mais nada.',
      },
      start: {
        question: 'Do que preciso para começar?',
        answer:
          'De um endereço de e-\u2060mail. O plano grátis e o teste não pedem cartão nem corretora. Para operar, é preciso ter conta em uma corretora e dinheiro que você possa perder.',
      },
      where: {
        question: 'O Pregão envia ordens à minha corretora?',
        answer:
          'Não. O Pregão não se conecta a corretoras. Você baixa os arquivos do robô que o seu plano inclui, roda o robô por conta própria e registra as operações no aplicativo.',
      },
      card: {
        question: 'O teste pede cartão?',
        answer:
          'Não. Quando ele termina sem cartão, nada é cobrado: você escolhe um plano ou segue no grátis.',
      },
      cancel: {
        question: 'Posso cancelar quando quiser?',
        answer:
          'Pode, nas configurações da sua organização: imediatamente ou no fim do período de cobrança. Seus dados são mantidos.',
      },
      failed: {
        question: 'E se um pagamento falhar?',
        answer:
          'Proprietários e administradores veem um aviso com data. Até lá tudo funciona. Depois, a organização fica em modo somente leitura. Nada é apagado.',
      },
      privacy: {
        question: 'Quem vê as minhas operações?',
        answer:
          'Os membros da sua organização, conforme a função de cada um. Outras organizações não veem, e as páginas não têm publicidade nem rastreamento de terceiros.',
      },
    },
  },
  end: {
    title: 'Comece pela regra.',
    text: 'Ler e experimentar com dados de exemplo sai de graça.',
  },
};
