/** Policies of an organization, and what keeps a session out of it. */
export const policies = {
  title: 'Segurança',
  text: 'Como os membros entram em {{name}} e quem pode ser convidado.',
  inPerson: 'Só o titular da conta pode ver e alterar as políticas.',
  form: {
    title: 'Políticas de acesso',
    text: 'Valem no próximo clique de cada membro, só nesta organização.',
    saved: 'Políticas salvas',
  },
  factor: {
    title: 'Segundo fator',
    require: 'Exigir um segundo fator',
    requireHint:
      'Os membros precisam de um app autenticador ou de uma chave de acesso. Entrar pelo seu provedor de identidade conta como segundo fator.',
    days: 'Dias para configurar',
    daysHint:
      'No máximo {{max}}. Novos membros contam a partir do dia em que entram; 0 significa imediatamente.',
    own: 'Você mesmo precisa de um segundo fator antes de exigi-lo.',
  },
  methods: {
    title: 'Formas de entrar permitidas',
    password: 'Senha',
    google: 'Google',
    passkey: 'Chave de acesso',
    link: 'Link por e-\u2060mail',
    ssoOnly: 'Somente login único',
    ssoOnlyHint: 'Os membros entram pelo seu provedor de identidade e de nenhuma outra forma.',
    breakGlass: 'Proprietário com acesso de emergência',
    breakGlassHint:
      'Ainda pode entrar com senha e segundo fator, por exemplo quando o provedor de identidade está fora do ar. Todos os proprietários recebem então um e-\u2060mail.',
    choose: 'Escolha um proprietário',
    unavailable: 'Conecte antes o seu provedor de identidade e verifique um domínio.',
    paused:
      'O login único não funciona no momento, por isso os membros podem entrar com senha, Google ou chave de acesso até que volte.',
  },
  sessions: {
    title: 'Sessões',
    session: 'Entrar de novo após (horas)',
    sessionHint: 'No máximo {{max}}, contadas a partir da entrada',
    idle: 'Sair após inatividade de (horas)',
    idleHint: 'No máximo {{max}}',
  },
  members: {
    title: 'Novos membros',
    domains: 'Domínios de e-\u2060mail permitidos',
    domainsHint: 'Para convites e links de convite, um por linha. Vazio: qualquer um.',
  },
  sso: {
    title: 'Login único',
    text: 'Conecte o seu provedor de identidade e verifique os domínios dos seus e-\u2060mails.',
    locked: 'Disponível no {{plan}}. Com ele, os membros entram pelo seu provedor de identidade.',
    open: 'Gerenciar o login único',
  },
  banner: {
    text: '{{organization}} exige um segundo fator a partir de {{date}}. Configure-o antes para manter o acesso.',
    action: 'Configurar agora',
  },
  entry: {
    factorTitle: 'Configure um segundo fator',
    factorText:
      '{{organization}} exige um segundo fator. Leva um minuto e protege sua conta em todos os lugares.',
    factorGrace: 'Você pode entrar sem ele até {{date}}.',
    passkey: 'Adicionar chave de acesso',
    passkeyText: 'Sua digital, seu rosto ou o bloqueio de tela. A forma mais rápida.',
    totp: 'Configurar um app autenticador',
    totpText: 'Um código de um app no seu celular.',
    passkeyFailed: 'A chave de acesso não foi criada. Tente de novo ou use um app autenticador.',
    later: 'Mais tarde',
    ssoTitle: 'Continue com o login único',
    ssoText: '{{organization}} só admite quem entra pelo provedor de identidade dela.',
    sso: 'Continuar',
    againTitle: 'Entre de novo',
    again: 'Sair e entrar de novo',
    others: 'Suas outras organizações',
    signOut: 'Sair',
  },
  list: {
    without: 'Sem segundo fator',
    due: 'Configurar até {{date}}',
  },
};
