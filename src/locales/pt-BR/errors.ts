import type { RomanceTexts } from '#locales/texts.ts';

export const errors: RomanceTexts['errors'] = {
  internal: 'Algo deu errado do nosso lado. Tente novamente.',
  unavailable: 'Não foi possível acessar o serviço agora. Tente novamente em instantes.',
  notFound: 'Não encontrado',
  methodNotAllowed: 'Esta operação não é permitida aqui',
  unsupportedMediaType: 'Este tipo de conteúdo não é aceito',
  tooLarge: 'O conteúdo é grande demais',
  rangeNotSatisfiable: 'Esta parte do arquivo não existe',
  tooManyRequests: 'Tentativas demais. Aguarde um instante e tente novamente.',
  'request.inProgress':
    'Sua primeira tentativa ainda está em andamento. Tente novamente em instantes.',
  'request.answerLost':
    'Isto já foi feito, mas a resposta se perdeu. Recarregue a página para ver o resultado.',
  'request.keyReused':
    'Outra solicitação já foi enviada com a mesma chave. Recarregue a página, confira se a alteração já está lá e tente novamente.',
  'conflict.changed':
    'Outra pessoa alterou isto nesse meio-tempo. Confira a versão atual e tente novamente.',
  validation: 'Verifique todos os campos obrigatórios',
  unauthorized: 'Não autorizado',
  'address.unknown': 'Não há nenhum site neste endereço',
  'address.mainSite': 'Faça isso no site principal',
  'tenant.keyMismatch': 'Isto pertence a outra organização',
  'tenant.undefined': 'Organização indefinida',
  'access.operator': 'Somente o operador pode realizar esta operação',
  'access.operatorRole': 'Sua função de operador não permite isto. Fale com um administrador.',
  'tenant.onlyOwner': 'Somente proprietários podem realizar esta operação',
  'tenant.onlyAdmin': 'Somente administradores ou proprietários podem realizar esta operação',
  'tenant.onlyMember':
    'Somente membros, administradores ou proprietários podem realizar esta operação',
  'access.tier': 'Você precisa fazer um upgrade',
  'access.impersonating': 'Só o titular da conta pode fazer isto',
  'access.readOnlyImpersonation':
    'Você só pode olhar enquanto age como cliente. Administradores escolhem antes “Permitir alterações”',
  'access.secondFactorRequired': 'Configure um segundo fator para continuar',
  'access.stepUpRequired': 'Confirme que é você para continuar',
  'tenant.subdomain': 'Este endereço já está em uso',
  'tenant.subdomainReserved': 'Este endereço é reservado',
  'tenant.existingUser': 'Esta pessoa já está na organização',
  'tenant.maxNumberOfUsers': 'Número máximo de usuários atingido',
  'usage.transactions':
    'Seu plano inclui {{max}} transações por mês. Faça upgrade para registrar mais.',
  'usage.storage': 'Seu plano inclui {{max}} MB para imagens. Exclua algumas ou faça upgrade.',
  'tenant.cannotBeWithoutOwner': 'A organização não pode ficar sem proprietário',
  'tenant.cannotBeWithoutMembers': 'A organização não pode ficar sem membros',
  'tenant.isOperators': 'A organização do operador não pode ser excluída nem suspensa',
  'tenant.suspended': 'Esta organização está suspensa',
  'invitation.wrongAccount': 'Este convite pertence a outra conta',
  'invitation.addressHeld':
    'Este endereço foi trocado há pouco e ainda não pode ser convidado. Tente de novo em três dias.',
  'policy.signInMethod':
    'Esta organização não permite a forma como você entrou. Saia e entre de outra forma.',
  'policy.sessionEnded': 'Esta organização pede que você entre de novo. Saia e entre outra vez.',
  'policy.secondFactor': 'Esta organização exige um segundo fator. Configure um e volte.',
  'policy.ssoRequired':
    'Esta organização exige o login único. Entre pelo provedor de identidade dela.',
  'policy.ownSession':
    'Essas políticas bloqueariam o seu próprio acesso. Permita a forma como você entrou ou entre antes de outra forma.',
  'policy.ownFactor': 'Configure um segundo fator para você antes de exigi-lo.',
  'policy.ssoUnavailable':
    'O login único não está disponível. Ative uma conexão e verifique um domínio antes.',
  'policy.breakGlassOwner': 'Escolha um proprietário que tenha um segundo fator.',
  'policy.emailDomain': 'Esta organização só admite e-\u2060mails de {{domains}}',
  'account.login.nonexistent': 'Você ainda não se cadastrou',
  'account.login.exists': 'Usuário já cadastrado',
  'account.login.invalid': 'Credenciais inválidas',
  'account.sameEmail': 'Este já é o seu e-\u2060mail',
  'account.google.used': 'Esta conta do Google já é usada em outra conta',
  'account.google.invalid': 'O Google não confirmou esta conta. Tente de novo.',
  'account.google.linked': 'Já existe uma conta do Google vinculada',
  'account.cannotChangeAdminEmail': 'O e-\u2060mail de um operador não pode ser alterado',
  'account.login.unverified': 'Confira seu e-\u2060mail para verificar sua conta',
  'account.login.noTenants': 'Você não pertence a nenhuma organização; cadastre-se para criar uma',
  'account.login.notMember': 'Você não é membro desta organização',
  'account.login.googleUnavailable': 'Entrar com o Google não está disponível',
  'account.verify.invalid': 'Credenciais inválidas',
  'account.verify.alreadyVerified': 'Usuário já verificado',
  'account.verify.organizationTaken': 'Esse nome de organização já está em uso',
  'account.passwordMismatch': 'As senhas não conferem',
  'account.passwordGuessable': 'Fácil demais de adivinhar. Escolha uma senha mais forte.',
  'account.passwordTooShort': 'Defina uma senha com no mínimo 8 caracteres',
  'account.noPassword': 'Esta conta não tem senha',
  'account.cannotChangeAdminPassword': 'Você não pode alterar a senha de um administrador',
  'account.cannotDeleteAdmin': 'A conta do operador não pode ser excluída',
  'account.cannotImpersonateAdmin': 'Você não pode agir como um administrador',
  'account.cannotSuspendAdmin': 'Operadores não podem ser suspensos; remova-os',
  'account.onlyOneself': 'Você só pode alterar a sua própria conta',
  'account.secondFactorRequired': 'Confirme o acesso com o seu segundo fator',
  'factors.invalidCode': 'Este código está errado ou já foi usado. Informe um novo.',
  'factors.methodUnavailable': 'Este método não está disponível para a sua conta. Use outro.',
  'factors.passkeyRefused':
    'Esta chave de acesso não foi aceita. Tente de novo ou entre de outra forma.',
  'factors.passkeysUnavailable':
    'Chaves de acesso exigem que o produto tenha um nome de domínio. Fale com o suporte.',
  'factors.lastSignInMethod': 'Esta é a sua última forma de entrar. Adicione outra antes.',
  'factors.challengeExpired': 'Este acesso demorou demais ou já foi concluído. Entre novamente.',
  'factors.alreadyEnrolled': 'Um app autenticador já está configurado. Remova-o primeiro.',
  'factors.notEnrolled': 'Configure um segundo fator primeiro.',
  'factors.required': 'Operadores precisam de um segundo fator. Adicione outro antes de removê-lo.',
  'factors.breakGlass':
    'Você tem acesso de emergência a uma organização. Adicione outro segundo fator antes de remover este.',
  'upload.type': 'Use uma imagem JPEG, PNG ou ICO',
  'upload.size': 'O arquivo é grande demais',
  'upload.invalidFile': 'Arquivo inválido',
  'upload.quota':
    'Sua organização atingiu o limite de {{max}} imagens. Exclua algumas para adicionar outras.',
  'upload.noSpace': 'Não há mais espaço para o arquivo. Libere espaço no servidor e tente de novo.',
  'resources.needsUpgrade': 'Você precisa de um plano superior para baixar isto',
  'resources.needsPermission': 'Você precisa de permissão para baixar isto',
  'legal.outdated':
    'Outra versão foi publicada nesse meio-tempo. Recarregue a página e compare antes de publicar.',
  'scim.tokenLimit': 'Já existem dois tokens válidos. Revogue um primeiro',
  'apiKey.invalid': 'A chave de API está errada ou foi revogada',
  'apiKey.expired': 'A chave de API venceu',
  'apiKey.notAllowed': 'Chaves de API não servem para esta chamada',
  'apiKey.scope': 'Falta à chave de API o escopo {{scope}}',
  'apiKey.limit': 'A organização tem 50 chaves, o máximo. Revogue uma primeiro',
  'apiKey.inviteRole': 'Uma chave de API convida pessoas só como Membro ou Convidado',
  'webhook.limit': 'A organização tem 50 endpoints, o máximo. Exclua um primeiro',
  'webhook.https': 'O endereço deve começar com https://',
  'webhook.disabled': 'O endpoint está desligado. Ligue-o primeiro',
  'archive.running': 'Há uma exportação ou importação em andamento. Espere que ela termine',
  'archive.invalid':
    'Este não é um arquivo exportado desta instalação, ou foi alterado ou está incompleto',
  'archive.notEmpty': 'A organização já tem transações. Importe em uma organização sem nenhuma',
  'import.encoding':
    'O arquivo não é texto ou está danificado. Salve-o como “CSV UTF-8” e escolha-o de novo.',
  'import.malformed':
    'Não foi possível ler o arquivo como CSV. Confira a linha {{line}}: pode faltar uma aspa.',
  'import.empty': 'O arquivo não tem linhas abaixo do cabeçalho',
  'import.tooManyRows': 'O arquivo tem mais de {{max}} linhas. Divida-o em vários arquivos.',
  'import.tooManyCells': 'O arquivo tem mais de {{max}} células. Remova colunas dispensáveis.',
  'import.wrongRows': 'Linhas com erros: {{count}}. Corrija ou ignore essas linhas.',
  'import.noRows': 'Nenhuma linha do arquivo pode ser importada',
  'operators.existingUser': 'Este endereço já tem uma conta. Use outro para o operador.',
  'operators.lastAdministrator':
    'É preciso haver pelo menos um administrador. Torne outra pessoa administradora antes.',
  'announcements.link': 'Informe um endereço com https:// ou um caminho como /app/settings',
  'announcements.endsBeforeStart': 'O fim precisa ser depois do início',
  'announcements.notShown': 'Este aviso não está no ar agora. Recarregue a página.',
  'products.immutable':
    'Depois de criado, um preço só muda em “ativo” e no preço anterior. O ID do serviço nunca muda.',
  'coupons.codeCharacters': 'Use apenas letras sem acento, números e hifens',
  'coupons.codeTaken':
    'Outro cupom ativo tem este código. Escolha outro código ou desative aquele cupom.',
  'coupons.currencyMissing': 'Escolha a moeda do valor',
  'coupons.endlessAmount': 'Um valor vale uma vez ou por meses. Ou escolha uma porcentagem.',
  'coupons.dateInPast': 'Esta data já passou. Escolha hoje ou uma data posterior.',
  'coupons.noPrice':
    'Um produto escolhido não tem preço ativo nesta moeda. Escolha outra moeda ou outros produtos.',
  'coupons.cannotActivate':
    'Este cupom expirou, esgotou ou foi excluído no provedor de pagamentos e não pode ser ativado. Crie um novo.',
  'billing.invalidSubscription': 'Selecione um produto',
  'billing.invalidCard':
    'Nenhuma forma de pagamento cadastrada; adicione um cartão de crédito ou débito',
  'billing.invalidCoupon': 'Cupom inválido',
  'billing.cardDeclined': 'Seu cartão foi recusado. Tente outro cartão.',
  'billing.couponInactive': 'Cupom inativo',
  'billing.couponMaxRedeems': 'O limite de usos deste cupom foi atingido',
  'billing.couponMinimum': 'Este cupom vale para compras a partir de {{currency}} {{minimum}}',
  'billing.couponFirstOrder': 'Este cupom vale apenas para a primeira compra',
  'billing.couponNotApplicable': 'Este cupom não pode ser usado nesta compra',
  'billing.notOffered': 'Este plano não está mais disponível. Escolha outro.',
  'billing.refused':
    'O serviço de pagamento não aceitou esta operação. Nada foi cobrado. Recarregue a página e tente de novo.',
  'billing.alreadySubscribed': 'Você já tem esta assinatura',
  'billing.paused': 'Retome a assinatura primeiro',
  'billing.alreadyBought': 'Você já comprou este produto',
  'billing.noPaymentMethod': 'Nenhuma forma de pagamento; adicione um cartão de crédito ou débito',
  'billing.downgradeBlocked':
    'O limite de membros deste plano é {{max}}, e vocês são {{used}}. Remova {{remove}} primeiro.',
  'billing.adminTenant': 'A organização do administrador não pode ter assinatura',
  'billing.notSubscribed': 'Não há assinatura para cancelar',
  'billing.oneTimePurchase': 'Um plano pago uma única vez não renova',
  'billing.noCustomer': 'Você ainda não pagou nada, então não há o que gerenciar',
  'billing.currencyLocked': 'Você paga em {{currency}}. Escolha um preço nessa moeda.',
  'billing.trialUsed':
    'O período de teste já foi usado, por você ou com este cartão. Escolha um plano sem teste ou comece no plano gratuito e mude de plano depois.',
  'billing.previewExpired': 'O valor mudou. Confira o novo valor e confirme outra vez.',
  'billing.cardEntryDisabled': 'Números de cartão não são aceitos aqui',
  'billing.authenticationRequired': 'Seu banco pede que você confirme este pagamento',
  'billing.authenticationFailed': 'O pagamento não foi confirmado. Nada foi cobrado.',
  'billing.inProgress': 'Um pagamento ainda está em andamento. Tente novamente em instantes.',
  'billing.invalidSignature': 'A assinatura digital deste evento não é válida',
  'billing.providerUnavailable':
    'O serviço de pagamento não está respondendo. Você não será cobrado em dobro. Tente novamente em instantes.',
  'billing.readOnly':
    'Nada pode ser alterado agora: há um pagamento em atraso, a assinatura está pausada ou há membros demais',
  'billing.taxLocationRequired':
    'Os impostos dependem de onde fica a sua organização. Escolha o país e, nos EUA e no Canadá, digite o código postal.',
  'billing.taxLocationInvalid':
    'Este local não é preciso o bastante para calcular os impostos. Confira o país e o código postal.',
  'billing.unknownLetters': 'As faturas só mostram letras latinas e devanágari.',
  'billing.taxIdInvalid': 'O número não confere com o formato. Verifique cada dígito.',
  'billing.taxIdRefused':
    'O serviço de pagamento não aceita este número. Verifique-o ou deixe em branco e fale conosco.',
  'support.noCurrency': 'Esta organização ainda não tem moeda: nunca iniciou um teste nem pagou.',
  'support.notRefundable': 'Nada resta a reembolsar nesta fatura, ou o pagamento foi contestado',
  'support.refundTooLarge': 'Restam no máximo {{currency}} {{max}} para reembolsar',
  'support.notPaid': 'Esta fatura não tem recibo, porque nada foi pago por ela',
  'support.noTrial': 'Esta organização não tem um teste em andamento.',
  'support.dateTooEarly': 'Escolha uma data posterior',
  'support.dateTooLate': 'Escolha uma data nos próximos dois anos',
  'billing.planGranted': 'Este plano já está concedido sem custo',
  'support.noCard': 'Não há cartão cadastrado. Peça ao cliente que adicione um.',
  'support.cardDeclined': 'O cartão do cliente foi recusado. Nada foi alterado.',
  'support.confirmationNeeded':
    'O titular do cartão precisa confirmar este pagamento. Nada foi alterado. Peça ao cliente que mude o plano.',
  'domains.public':
    'Não é possível verificar este domínio. Digite um domínio que seja da sua organização, como example.com.',
  'domains.added': 'Este domínio já está na lista',
  'domains.tooMany': 'Uma organização pode ter {{max}} domínios. Remova um antes.',
  'domains.noRecord':
    'Não encontramos o registro TXT em {{name}}. Mudanças de DNS podem levar até uma hora. Confira o registro e tente de novo.',
  'domains.noAnswer':
    'Os servidores DNS deste domínio não responderam. Tente de novo em alguns minutos.',
  'domains.taken':
    'Outra organização já verificou este domínio. Peça que o removam de lá ou fale com o suporte.',
  'sso.issuer':
    'Digite o emissor como o seu provedor de identidade mostra, como https://id.example.com',
  'sso.address':
    'Informe um endereço que comece com https://, como o seu provedor de identidade o mostra',
  'sso.certificate':
    'Informe os certificados de assinatura em PEM, com chaves RSA de pelo menos 2048 bits',
  'sso.metadata':
    'Estes não são os metadados de um provedor de identidade SAML. Preencha os campos abaixo.',
  'sso.unreachable':
    'O provedor de identidade não respondeu como esperado. Confira o endereço e tente de novo.',
  'sso.noDraft': 'Primeiro preencha e salve os dados do seu provedor de identidade',
  'sso.notTested': 'Primeiro teste a conexão com estes dados',
  'sso.expired': 'Este login expirou ou começou em outro navegador. Comece de novo.',
  'sso.failed':
    'Não foi possível entrar. Fale com o seu administrador e informe esta referência: {{reference}}.',
  'blog.unavailable':
    'O blog não está disponível agora. O resto do site funciona. Volte em alguns minutos.',
  'field.required': 'Obrigatório',
  'field.invalid': 'Valor inválido',
  'field.tooLong': 'Longo demais',
  'field.tooShort': 'Use pelo menos 8 caracteres',
  'field.tooSmall': 'O valor é pequeno demais',
  'field.tooLarge': 'O valor é grande demais',
  'field.integer': 'Use um número inteiro',
  'field.email': 'Digite um e-\u2060mail como ana@example.com',
  'field.currency': 'Em outra moeda que não a da organização',
  'field.date': 'Data inválida',
  'field.link': 'Um nome não pode conter um endereço da web',
  'field.twoDecimals': 'Use no máximo duas casas decimais',
  'field.number': 'Use um número no formato escolhido',
};
