/** The product page. Its server sends them with the page: no other page loads these texts. */
export const product = {
  title: 'A trading robot with its rule in sight',
  description:
    'Pregão is an automated trading robot service: one rule you can read, a simulator to test it in, and every order on record. No promise of returns.',
  hero: {
    headline: { rule: 'The rule in sight.', order: 'The order in writing.' },
    text: 'Pregão trades by a rule that you read, test and change. It does not guess the market: it follows the price, turns round when its stop is hit, and writes every order down. The losing ones, too.',
    start: 'Start free',
    plans: 'See the plans',
    rule: 'Read the rule',
    risk: 'Trading can lose money. We promise no returns.',
    picture:
      'The dashboard of an organization: figures of the month, latest transactions and a chart.',
    caption: 'The app as it is, with demonstration data.',
  },
  rule: {
    title: 'Three sentences. That is the whole rule.',
    text: 'You choose the market, the distance, the size, the hours and the most a day may lose. The robot keeps to it and never improvises.',
    steps: {
      follow: {
        title: 'The stop follows the price.',
        text: 'While the price moves your way, the stop comes along behind it, at the distance you chose.',
      },
      hold: {
        title: 'The stop never retreats.',
        text: 'When the price hesitates, the stop waits. It only ever moves with the trade.',
      },
      turn: {
        title: 'Hit means turn.',
        text: 'When a candle closes beyond the stop, the robot ends the position and takes the opposite one.',
      },
    },
    drawing:
      'A drawn session: candles, and the robot’s stop as a line of steps that follows below the price, stays level when the price falls back, and changes sides where it is hit.',
    caption: 'A session that we drew. None of these prices ever existed.',
    price: 'price',
    stop: 'stop',
  },
  how: {
    title: 'From paper to the market in four steps',
    steps: {
      write: {
        title: 'Write',
        text: 'Take the guide and fill in your rule: market, distance, size, hours, most a day may lose.',
      },
      simulate: {
        title: 'Simulate',
        text: 'Run it in the simulator, costs included, through good days and bad. No card, no money.',
      },
      trade: {
        title: 'Trade',
        text: 'Switch the robot on with the smallest size your broker takes. More comes later, if at all.',
      },
      check: {
        title: 'Check',
        text: 'Each trade is a line in Transactions: date, quantity, price, amount. Add up, compare, decide.',
      },
    },
  },
  risk: {
    title: 'Where the rule gains, and where it loses',
    text: 'The same rule at the same distance, in two markets that we drew. {{cost}} points are taken off each order for its costs.',
    trending: {
      title: 'A market with a direction',
      text: 'The stop has something to follow. One order pays for those that were wrong.',
      drawing:
        'A drawn market that rises. The stop is hit twice early on, then follows a long climb.',
    },
    sideways: {
      title: 'A market going nowhere',
      text: 'The stop is hit again and again, and every turn costs.',
      drawing: 'A drawn market that swings between two levels. The stop is hit at every swing.',
    },
    orders: {
      order: 'Order',
      side: 'Side',
      buy: 'Buy',
      sell: 'Sell',
      entry: 'Entry',
      exit: 'Exit',
      points: 'Points',
      total: 'Balance',
    },
    said: {
      backtest: {
        title: 'A backtest is not the future',
        text: 'It tells what happened already, by a rule that was chosen afterwards. It is good for throwing bad rules out, not for foretelling gains.',
      },
      costs: {
        title: 'Costs come first',
        text: 'Brokerage, exchange fees, taxes, and fills worse than the price on the screen are paid before there is any gain.',
      },
      loss: {
        title: 'You can lose',
        text: 'With leverage, more than you put in. Trade only what you can lose, and never the rent.',
      },
      promise: {
        title: 'Nobody here promises returns',
        text: 'No plan, no guide and nobody at Pregão promises gains or recommends a market. The rule and the decision are yours.',
      },
    },
  },
  floor: {
    title: 'Why “Pregão”',
    text: 'A pregão was the open outcry of Brazil’s trading floors: whoever traded said it out loud, and everybody heard. The robot speaks the same language, in writing.',
    words: {
      compro: '“I buy.” Opens, or turns to, the long side.',
      vendo: '“I sell.” Opens, or turns to, the short side.',
      fechado: '“Done.” The order was filled: its price and time are on record.',
      zerado: '“Flat.” No position: the day is over, or its greatest loss was reached.',
    },
  },
  features: {
    title: 'The whole desk in one place',
    transactions: {
      title: 'A book of trades',
      text: 'Description, quantity, price, amount, category and date, newest first, with the month added up on the dashboard.',
    },
    team: {
      title: 'A team with roles',
      text: 'Owner, admin, member and guest see and change what is theirs. Invite by e-mail or with a link.',
    },
    organizations: {
      title: 'As many desks as you need',
      text: 'One account, several organizations, each with a plan, a colour and a logo of its own.',
    },
    plans: {
      title: 'Plans without surprises',
      text: 'Before you change, you see what is due today and at renewal. Cancel at once or at the end of the period.',
    },
    data: {
      title: 'Data kept apart',
      text: 'The database keeps each organization’s rows from all others. You see your sessions and can end them.',
    },
    look: {
      title: 'Four languages, 23 colours',
      text: 'Portuguese, English, Spanish and Hindi, dark or light, on a phone or on the wall of the office.',
    },
    listPicture: 'The list of transactions, with quantities, prices and amounts.',
    phonePicture: 'The dashboard on a phone.',
  },
  plans: {
    title: 'What it costs',
    text: 'The plan is all we charge: no share of your gains, which would be a share in your risk.',
    compare: 'Compare the plans',
    trial: '{{days}} days to try it, without a card',
  },
  downloads: {
    title: 'Read before you switch anything on',
    text: 'In two editions. Nothing to install, nobody to give your e-mail to.',
    guide: 'User guide',
    guideText: 'The rule, the risks and the app, step by step.',
    session: 'Example session',
    sessionText: 'The drawn prices, stops and orders of this page, to do the sums yourself.',
    portuguese: 'Portuguese edition',
    english: 'English edition',
  },
  faq: {
    title: 'Questions',
    items: {
      profit: {
        question: 'Does the robot guarantee a profit?',
        answer:
          'No, and neither does any other. The rule gains in markets with a direction and loses in those without, as drawn above. Nobody knows beforehand which comes next.',
      },
      code: {
        question: 'Do I have to program?',
        answer:
          'No. The rule is five choices: market, distance, size, hours and the most a day may lose. The guide has a page to fill in.',
      },
      money: {
        question: 'Does Pregão hold my money?',
        answer:
          'No. Your money stays with your broker, in your name. We charge the subscription and nothing else.',
      },
      start: {
        question: 'What do I need to begin?',
        answer:
          'An e-mail address. The simulator needs neither card nor broker. To trade you need an account with a broker, and money that you can lose.',
      },
      card: {
        question: 'Does the trial need a card?',
        answer:
          'No. When it ends without a card, nothing is charged: you choose a plan, or go on with the free one.',
      },
      cancel: {
        question: 'Can I cancel whenever I want?',
        answer:
          'Yes, in your organization’s settings: at once, or at the end of the period that is paid. What you recorded stays.',
      },
      failed: {
        question: 'What happens when a payment fails?',
        answer:
          'Owners and admins see a notice with a date. Until then everything works; after it your organization can be read but not changed. Nothing is deleted.',
      },
      privacy: {
        question: 'Who sees my trades?',
        answer:
          'The members of your organization, by their roles. Other organizations cannot, and the pages show no third-party advertising or tracking.',
      },
    },
  },
  end: {
    title: 'Start with the simulator.',
    text: 'It costs nothing to find out that a rule does not work.',
  },
};
