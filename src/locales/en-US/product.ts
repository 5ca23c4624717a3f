/** The product page. Its server sends them with the page: no other page loads these texts. */
export const product = {
  title: 'A trading robot with its rule in sight',
  description:
    'Pregão is an automated trading robot service: one rule you can read, the robot’s files to download by plan, and a journal for every trade. No promise of returns.',
  hero: {
    headline: { rule: 'The rule in sight.', order: 'The order in writing.' },
    text: 'A robot that follows one rule: it stays behind the price and reverses when the stop is hit. You read the rule here, download the robot’s files with your plan, and keep a record of every trade. The losing ones, too.',
    start: 'Start free',
    plans: 'See the plans',
    rule: 'Read the rule',
    risk: 'Trading can lose money. We promise no returns.',
    picture:
      'The dashboard of an organization, with monthly figures, recent transactions and a chart.',
    caption: 'The app as it is, with demo data.',
  },
  rule: {
    title: 'Three sentences. That’s the whole rule.',
    text: 'You choose the market, the distance, the size, the hours and the daily loss limit. The rest is fixed, and nothing is improvised.',
    steps: {
      follow: {
        title: 'The stop follows the price.',
        text: 'While the price moves your way, the stop follows behind it, at the distance you chose.',
      },
      hold: {
        title: 'The stop never retreats.',
        text: 'When the price hesitates, the stop waits. It only ever moves with the trade.',
      },
      turn: {
        title: 'Hit means turn.',
        text: 'When a candle closes beyond the stop, the robot closes the position and opens the opposite one.',
      },
    },
    drawing:
      'A drawn trading session: candles, and the robot’s stop as a stepped line that follows below the price, stays level when the price falls back, and changes sides where it’s hit.',
    price: 'price',
    stop: 'stop',
    demo: {
      market: 'Market',
      trending: 'With a direction',
      sideways: 'Going nowhere',
      distance: 'Distance of the stop, in points',
      orders: 'Orders',
      costs: 'Costs, in points',
      balance: 'Balance, in points',
      note: 'Example data: we drew these prices, and each order costs {{cost}} points. A distance that gains here says nothing about a real market.',
    },
  },
  how: {
    title: 'From paper to the record in four steps',
    steps: {
      write: {
        title: 'Write',
        text: 'Take the guide and fill in your rule: market, distance, size, hours and daily loss limit.',
      },
      simulate: {
        title: 'Try',
        text: 'Change the distance of the stop in the chart above, in both markets, costs included. Example data, no account.',
      },
      trade: {
        title: 'Download',
        text: 'The robot’s files are under Resources in the app. Your plan determines which ones you can download.',
      },
      check: {
        title: 'Check',
        text: 'Record each trade in Transactions: date, quantity, price, amount. Add up, compare, decide.',
      },
    },
  },
  risk: {
    title: 'Where the rule gains, and where it loses',
    text: 'The same rule at the same distance, in two markets we drew. Each order pays {{cost}} points in costs.',
    trending: {
      title: 'A market with a direction',
      text: 'The stop has something to follow. One order pays for the wrong ones.',
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
        text: 'It shows what already happened, with a rule chosen afterward. Use it to throw out bad rules, not to predict gains.',
      },
      costs: {
        title: 'Costs come first',
        text: 'You pay brokerage, exchange fees, taxes and fills worse than the price on the screen before you gain anything.',
      },
      loss: {
        title: 'You can lose',
        text: 'With leverage, you can lose more than you put in. Only trade money you can afford to lose, never the rent.',
      },
      promise: {
        title: 'No one here promises returns',
        text: 'No plan, no guide and no one at Pregão promises gains or recommends a market. The rule and the decision are yours.',
      },
    },
  },
  floor: {
    title: 'Why “Pregão”',
    text: 'A pregão was the open outcry of Brazil’s trading floors: traders called out every order, and everyone heard it. The rule is read in the same four calls, in writing.',
    words: {
      compro: '“I buy.” Opens the long side, or reverses to it.',
      vendo: '“I sell.” Opens the short side, or reverses to it.',
      fechado: '“Done.” The order was filled. Its price and date go on record.',
      zerado: '“Flat.” No position: the day is over, or the daily loss limit was reached.',
    },
  },
  features: {
    title: 'The whole desk in one place',
    transactions: {
      title: 'A trading journal',
      text: 'Description, quantity, price, amount, category and date, newest first, with monthly totals on the dashboard. Included from the second plan up.',
    },
    team: {
      title: 'A team with roles',
      text: 'Owners, admins, members and guests see and change only what they should. Invite them by email or with a link.',
    },
    organizations: {
      title: 'As many desks as you need',
      text: 'One account, several organizations, each with its own plan, color and logo.',
    },
    plans: {
      title: 'Plans without surprises',
      text: 'Before you change plans, you see what’s due today and at renewal. Cancel immediately or at the end of the billing period.',
    },
    data: {
      title: 'Separate data',
      text: 'The database keeps each organization’s data apart from all others. You see your sessions and can end them.',
    },
    look: {
      title: 'Four languages, 23 colors',
      text: 'Portuguese, English, Spanish and Hindi, dark or light, on a phone or on the office wall.',
    },
    listPicture: 'The list of transactions, with quantities, prices and amounts.',
    phonePicture: 'The dashboard on a phone.',
  },
  plans: {
    title: 'What it costs',
    text: 'The plan is all we charge. We take no share of your gains, because that would be a share in your risk.',
    compare: 'Compare plans',
    trial: '{{days}} days to try it, no card required',
  },
  downloads: {
    title: 'Read before you turn anything on',
    text: 'In two editions. Nothing to install, no email required.',
    guideText: 'The rule, the risks and the app, step by step.',
    sessionText:
      'The prices, stops and orders drawn on this page, so you can check the math yourself.',
    portuguese: 'Portuguese edition',
    english: 'English edition',
  },
  faq: {
    title: 'Questions',
    items: {
      profit: {
        question: 'Does the robot guarantee a profit?',
        answer:
          'No, and neither does any other. The rule gains in markets with a direction and loses in those without one, as drawn above. No one knows in advance which comes next.',
      },
      money: {
        question: 'Does Pregão hold my money?',
        answer:
          'No. Your money stays with your broker, in your name. We charge for the subscription and nothing else.',
      },
      start: {
        question: 'What do I need to get started?',
        answer:
          'An email address. The free plan and the trial need neither a card nor a broker. To trade, you need a brokerage account and money you can afford to lose.',
      },
      where: {
        question: 'Does Pregão send orders to my broker?',
        answer:
          'No. Pregão doesn’t connect to a broker. You download the robot’s files that your plan includes, run them yourself and record your trades in the app.',
      },
      card: {
        question: 'Does the trial need a card?',
        answer:
          'No. If the trial ends without a card, nothing is charged: choose a plan, or continue on the free one.',
      },
      cancel: {
        question: 'Can I cancel anytime?',
        answer:
          'Yes, in your organization’s settings: immediately, or at the end of the billing period. Your data is kept.',
      },
      failed: {
        question: 'What happens when a payment fails?',
        answer:
          'Owners and admins see a notice with a date. Everything works until then. After that, your organization becomes read-only. Nothing is deleted.',
      },
      privacy: {
        question: 'Who sees my trades?',
        answer:
          'The members of your organization, depending on their role. Other organizations can’t, and our pages have no third-party advertising or tracking.',
      },
    },
  },
  end: {
    title: 'Start with the rule.',
    text: 'Reading it, and trying it on example data, costs nothing.',
  },
};
