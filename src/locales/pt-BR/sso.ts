export const sso = {
  title: 'Login único',
  text: 'Como as pessoas entram em {{name}} com o seu provedor de identidade.',
  domains: {
    title: 'Domínios',
    text: 'Comprove que os domínios dos endereços de e-\u2060mail são da sua organização. Só pessoas com endereços em domínios verificados podem entrar pelo seu provedor de identidade.',
    emptyTitle: 'Ainda não há domínios',
    emptyText: 'Para começar, adicione o domínio dos seus endereços de e-\u2060mail.',
    domain: 'Domínio',
    add: 'Adicionar domínio',
    pending: 'Não verificado',
    verified: 'Verificado',
    failing: 'Registro ausente',
    missing:
      'Não encontramos mais o registro TXT. Restaure-o até {{date}}, ou o domínio deixará de estar verificado.',
    publish:
      'Publique este registro TXT no seu provedor de DNS e mantenha-o: ele é conferido todos os dias.',
    recordName: 'Nome',
    recordValue: 'Valor',
    verify: 'Verificar',
    verifiedNow: '{{domain}} está verificado',
    remove: 'Remover',
    removeNamed: 'Remover {{domain}}',
    removeTitle: 'Remover {{domain}}?',
    removeText:
      'Pessoas com endereços neste domínio não poderão mais entrar pelo seu provedor de identidade.',
  },
  connection: {
    title: 'Provedor de identidade',
    text: 'Conecte o seu provedor de identidade com OpenID Connect ou SAML 2.0: cadastre lá estes endereços, preencha aqui os dados dele, teste e ative.',
    protocol: 'Protocolo',
    protocols: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
    callback: 'URI de redirecionamento',
    signedOut: 'URI de redirecionamento após sair',
    issuer: 'Emissor',
    issuerHint: 'O endereço antes de /.well-known/openid-configuration',
    clientId: 'ID do cliente',
    clientSecret: 'Segredo do cliente',
    secretKept: 'Há um segredo guardado. Deixe o campo vazio para mantê-lo.',
    signsOut: 'Sair também do provedor de identidade',
    signsOutHint: 'Quando uma pessoa sai daqui, se o provedor de identidade permitir.',
    provisions: 'Adicionar pessoas no primeiro login',
    provisionsHint:
      'Enquanto o plano tiver vagas. Caso contrário, só membros e pessoas convidadas podem entrar.',
    defaultRole: 'Função dos novos membros',
    roleClaim: 'Claim ou atributo com os grupos',
    roleClaimHint: 'Altera as funções a cada login. Proprietários continuam proprietários.',
    adminValue: 'Valor para administradores',
    memberValue: 'Valor para membros',
    guestValue: 'Valor para convidados',
    save: 'Salvar rascunho',
    saved: 'Salvo. Agora teste a conexão.',
  },
  saml: {
    entity: 'ID da entidade e metadados',
    response: 'Endereço de resposta (ACS)',
    metadata: 'Metadados do seu provedor de identidade',
    metadataHint: 'O endereço deles ou o XML. Preenche os campos abaixo.',
    import: 'Preencher com os metadados',
    imported: 'Preenchido com os metadados. Confira os campos e salve o rascunho.',
    issuer: 'ID da entidade do seu provedor de identidade',
    signInUrl: 'Endereço de login',
    signOutUrl: 'Endereço de saída',
    certificates: 'Certificados de assinatura',
    certificatesHint:
      'Um ou mais, em PEM. Adicione o próximo antes que o seu provedor de identidade troque a chave.',
    expires: 'Expira em',
  },
  activation: {
    title: 'Testar e ativar',
    text: 'Entre uma vez pelo seu provedor de identidade. Você verá o que ele envia, e nada muda para os membros até você ativar a conexão.',
    active: 'Ativo',
    inactive: 'Inativo',
    inUse: 'Os membros entram com estes dados.',
    needsDraft: 'Primeiro salve os dados do seu provedor de identidade.',
    tested: 'O rascunho foi testado. Você pode ativá-lo.',
    untested: 'O rascunho ainda não foi testado.',
    test: 'Testar conexão',
    activate: 'Ativar',
    activated: 'O login único está ativo',
    deactivate: 'Desativar',
    keys: 'Estas chaves de API são revogadas: {{keys}}.',
    deactivateTitle: 'Desativar o login único?',
    deactivateText:
      'Quem entrou pelo provedor de identidade é desconectado agora, inclusive você, se for o caso, e as chaves de API criadas assim deixam de valer. Os membros passarão a entrar com a senha. Quem não tem senha cria uma por e-\u2060mail.',
    replaceTitle: 'Trocar de provedor de identidade?',
    replaceText:
      'Quem entrou pelo provedor anterior é desconectado agora, inclusive você, se for o caso, e as chaves de API criadas assim deixam de valer.',
    signInAddress: 'Link direto para entrar',
  },
  log: {
    title: 'Registro de logins',
    text: 'Logins pelo provedor de identidade nos últimos 90 dias. As pessoas recusadas veem a referência.',
    empty: 'Ainda não há logins',
    when: 'Quando',
    who: 'E-\u2060mail',
    what: 'Resultado',
    reference: 'Referência',
    more: 'Mostrar mais',
    linkAgain: 'Vincular de novo',
    linkTitle: 'Vincular {{email}} de novo?',
    linkText:
      'No próximo login, a conta é vinculada à pessoa que o provedor de identidade indicar com este endereço. Faça isso só se for a mesma pessoa.',
    linked: '{{email}} será vinculado no próximo login',
  },
  outcome: {
    signedIn: 'Entrou',
    joined: 'Entrou pela primeira vez e virou membro',
    tested: 'O teste funcionou',
    denied:
      'O provedor de identidade negou o login. Confira lá se a pessoa pode usar este aplicativo.',
    unreachable: 'O provedor de identidade não respondeu. Confira o emissor e a situação dele.',
    clientRejected:
      'O provedor de identidade não aceita o ID do cliente ou o segredo. Digite-os de novo e confira o URI de redirecionamento.',
    responseInvalid:
      'A resposta não é o que o protocolo exige. Confira a configuração no provedor de identidade ou fale com o suporte e informe a referência.',
    responseExpired:
      'A resposta expirou ou ainda não é válida. Confira o relógio do provedor de identidade.',
    noEmail:
      'O provedor de identidade não envia um endereço de e-\u2060mail verificado. Adicione o claim “email”.',
    otherDomain:
      'O endereço não está em um domínio verificado. Adicione e verifique o domínio dele nas configurações ou altere o endereço no provedor de identidade.',
    accountRefused: 'A conta com este endereço não pode entrar assim. Fale com o suporte.',
    noMember: 'A pessoa não é membro. Convide-a ou permita que a conexão adicione pessoas.',
    memberRefused: 'O membro está desativado. Reative-o na lista de membros.',
    noSeat: 'O plano não tem vagas. Remova um membro ou escolha um plano maior.',
    suspended: 'A organização está suspensa e não recebe ninguém. Fale com o suporte.',
    emailDomain:
      'A organização não admite novos membros com este domínio. Inclua-o nos domínios de e-\u2060mail permitidos ou mude o endereço no provedor de identidade.',
    otherIdentity:
      'A conta com este endereço pertence a outra identidade do provedor. Se o provedor agora dá outro nome à mesma pessoa, vincule de novo. Se o endereço tem um novo dono, remova antes o membro anterior.',
    unstableName:
      'O provedor de identidade dá à pessoa um nome diferente a cada login. Escolha lá um nome duradouro: o formato “persistent” ou “email address”.',
    confirmed: 'Confirmou a identidade de novo',
    notFresh:
      'O provedor de identidade não pediu que a pessoa entrasse de novo ou não informa quando ela entrou. Ele precisa oferecer “max_age” (OpenID Connect) ou “ForceAuthn” (SAML).',
    otherPerson: 'Quem confirmou não é a pessoa que está conectada aqui.',
    declined: 'Recusou entrar na organização',
    encryption:
      'O que o provedor enviou foi criptografado com um algoritmo que não é aceito ou para outra chave. Importe de novo os nossos metadados no provedor de identidade e escolha AES-GCM, faça-o assinar também a resposta, além da asserção, ou desative a criptografia.',
    algorithm:
      'A assinatura usa um algoritmo que não é aceito. Escolha RSA com SHA-256 ou SHA-512 no provedor de identidade.',
    unsigned:
      'A asserção não está assinada. Configure o provedor de identidade para assinar a asserção, e não só a resposta.',
    signature:
      'Nenhum certificado desta conexão corresponde à assinatura. Se o provedor de identidade tem um certificado novo, adicione-o.',
    audience:
      'A resposta é para outro público (audience). Informe o nosso ID da entidade como público no provedor de identidade.',
    issuer:
      'A resposta tem outro emissor. Digite o emissor exatamente como o provedor de identidade mostra.',
    recipient:
      'A resposta está endereçada a outro lugar. Informe o nosso endereço de resposta (ACS) no provedor de identidade.',
    otherRequest:
      'A resposta pertence a outro login ou já foi usada. A pessoa pode começar de novo.',
    unsolicited:
      'O provedor de identidade respondeu sem citar o nosso pedido. Configure o atalho dele com o link direto para entrar.',
    nameFormat:
      'O provedor de identidade nomeia a pessoa em um formato que não é aceito. Escolha lá “persistent” ou “email address”.',
    clientAudience: 'O token de ID é para outro cliente. Confira o ID do cliente.',
    tokenKeys:
      'O token de ID não foi assinado com uma chave que o provedor de identidade publica, ou usa outro algoritmo. Confira as chaves de assinatura dele.',
    userInfo:
      'O endereço userinfo do provedor de identidade não respondeu ou citou outra pessoa. Configure o provedor para pôr os claims no token de ID.',
    signedOut: 'Desconectado pelo provedor de identidade',
  },
  signIn: {
    title: 'Login único',
    text: 'Digite o seu e-\u2060mail do trabalho. Se a sua organização usa o login único, você continua no provedor de identidade dela.',
    organizationText: 'Você continua no provedor de identidade da sua organização.',
    providerText: 'Você continua em {{host}}, o provedor de identidade de {{name}}.',
    email: 'E-\u2060mail do trabalho',
    continue: 'Continuar',
    none: 'Não há login único para isto. Entre com a sua senha.',
    failed: 'Não foi possível entrar',
    finishing: 'Entrando…',
    back: 'Voltar ao login',
  },
  join: {
    title: 'Entrar em {{organization}}?',
    text: 'Você já tem uma conta com {{email}}. Se entrar, os administradores de {{organization}} veem o seu nome e e-\u2060mail e gerenciam a sua participação, e o provedor de identidade dela pode abrir a sua sessão. Você pode sair quando quiser.',
    accept: 'Entrar na organização',
    decline: 'Agora não',
  },
  link: {
    title: 'Entrar por {{organization}}?',
    text: 'Você é membro com a conta {{email}}. Se continuar, o provedor de identidade de {{organization}} poderá abrir a sua sessão a partir de agora.',
    accept: 'Continuar',
  },
  result: {
    title: 'Resultado do teste',
    role: 'Função',
    claims: 'O que o provedor de identidade enviou',
    back: 'Voltar às configurações',
  },
};
