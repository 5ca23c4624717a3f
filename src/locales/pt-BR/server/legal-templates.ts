/** Templates of the legal texts in Markdown, which the operator replaces; `{email}` is the support address. */
export const legalTexts = {
  terms: `
Estes termos valem entre quem opera o Pregão e quem usa o site ou o aplicativo. Ao criar uma conta, você os aceita.

## O serviço

O Pregão oferece uma regra de operação explicada, um aplicativo em que organizações registram operações e trabalham em equipe, e arquivos para baixar, entre eles os do robô. O que cada plano inclui está na página de preços.

O Pregão não se conecta a corretoras, não envia ordens e não guarda o seu dinheiro. Quem roda o robô é você.

## O risco

Operar em mercados pode causar perdas, inclusive acima do valor depositado. Nenhum plano, arquivo ou texto promete retorno, e nada aqui é recomendação de investimento. A decisão de operar é sua.

## A sua conta

Informe dados verdadeiros e mantenha a senha em segredo. Você responde pelo que é feito com a sua conta. O serviço é para maiores de 18 anos.

## Organizações e membros

Uma organização pertence aos seus proprietários. Eles decidem quem participa, com que função, e respondem pelo que a organização registra.

## Planos e pagamento

Os planos pagos são cobrados no início de cada período e se renovam até serem cancelados. O teste não exige cartão. Antes de uma troca de plano, a tela mostra o que é devido.

Você pode cancelar imediatamente ou no fim do período. Se um pagamento falhar, o acesso continua até a data avisada; depois, a organização fica em modo somente leitura.

## Uso permitido

Não use o serviço contra a lei, não tente entrar em dados de outros e não o sobrecarregue. Não revenda nem publique os arquivos baixados sem autorização.

## Os seus dados

O que a organização registra continua sendo dela. A política de privacidade explica como tratamos dados pessoais.

## Disponibilidade e responsabilidade

Cuidamos para que o serviço funcione, mas ele pode parar por manutenção ou falha. Nos limites da lei, não respondemos por resultados de operações nem por lucros que deixaram de existir. Nada nestes termos reduz direitos que a lei garante a consumidores.

## Encerramento

Você pode excluir a conta no perfil quando quiser. Podemos suspender contas que violem estes termos, com aviso e o motivo.

## Mudanças, lei e contato

Quando uma mudança importar a você, pedimos o seu aceite na próxima visita ao aplicativo. As versões anteriores continuam publicadas. Vale a lei brasileira.

Perguntas: [{email}](mailto:{email})
`,
  privacy: `
Em vigor desde abril de 2021.

## Quem responde pelos seus dados

Esta política explica o que acontece com dados pessoais no site e no aplicativo Pregão. Ela segue a Lei Geral de Proteção de Dados Pessoais (Lei nº 13.709/2018, a LGPD) e o Marco Civil da Internet (Lei nº 12.965/2014).

O Pregão é o controlador dos dados da sua conta, da sua assinatura e da sua visita: decidimos por que e como são usados. Dos dados que uma organização registra no aplicativo, como operações e imagens, a organização é a controladora e o Pregão é o operador: nós os guardamos em nome dela e segundo as instruções dela.

Quem opera o Pregão e o encarregado pelo tratamento de dados pessoais atendem no endereço que está no fim desta página.

## Quais dados tratamos

Pedimos o mínimo para o serviço funcionar. Não pedimos CPF, endereço, extrato nem senha de corretora.

| Dados | De onde vêm | Para quê |
|---|---|---|
| Conta: nome, sobrenome, e-mail e, se você quiser, telefone e foto | De você, ao se cadastrar, aceitar um convite ou editar o perfil | Identificar você, deixar você entrar e mostrar quem fez o quê à sua organização |
| Senha, só como resumo criptográfico (Argon2id) do qual ela não pode ser lida de volta | De você | Conferir que é você |
| Entrada com o Google: nome e e-mail verificado | Do Google, quando você escolhe entrar por ele | Criar a conta e conferir que é você |
| Aceite dos termos e desta política: versões e data | De você | Provar o que foi combinado |
| Organização: nome, logotipo, membros, funções e convites | De quem a administra | Dar a cada membro o acesso que lhe cabe |
| Operações e imagens que a organização registra | Dos membros da organização | Guardá-las e mostrá-las à organização |
| Assinatura: plano, faturas, bandeira do cartão, seus quatro últimos dígitos e validade | De você e do provedor de pagamentos | Cobrar o plano e mostrar o que foi cobrado |
| Sessões: data, hora, endereço IP e navegador de cada entrada | Do seu navegador | Segurança, lista de sessões e guarda exigida por lei |
| Registro de ações: quem mudou o quê, e quando | Do uso do aplicativo | Segurança e prestação de contas à organização |
| Mensagens que você nos envia | De você | Responder |

O número do seu cartão e o código de segurança não chegam aos nossos servidores: são digitados em campos do provedor de pagamentos.

Não tratamos dados pessoais sensíveis e não oferecemos o serviço a menores de 18 anos.

## Com que base legal

- Execução de contrato (LGPD, art. 7º, V): conta, organização, assinatura e tudo o que o aplicativo faz a seu pedido.
- Obrigação legal (art. 7º, II): documentos fiscais da cobrança e registros de acesso à aplicação, que o Marco Civil da Internet (art. 15) manda guardar por seis meses.
- Legítimo interesse (art. 7º, IX): segurança, prevenção de fraude e limites de tentativas de entrada, sempre com o mínimo de dados.
- Consentimento (art. 7º, I): a newsletter e a foto de perfil. Você pode retirá-lo a qualquer momento, sem perder o serviço.

Não vendemos dados pessoais, não fazemos perfis para publicidade e não tomamos decisões automatizadas sobre você.

## Por quanto tempo guardamos

- Conta: enquanto ela existir. Ao excluir a conta no perfil, ela e as organizações das quais você é o único proprietário são apagadas.
- Operações e imagens: enquanto a organização existir e não as apagar.
- Faturas: pelo prazo que a legislação fiscal exige.
- Registros de acesso: seis meses.
- Convites e links de verificação: até serem usados ou vencerem.
- Cópias de segurança: saem de circulação em prazo curto e só servem para restaurar o serviço.

## Com quem compartilhamos

Só com quem precisa dos dados para que o serviço funcione, e só os dados de que precisa:

- Os membros da sua organização veem o seu nome, e-mail, telefone, foto e função nela.
- O provedor de pagamentos (Stripe) recebe o nome da organização, o e-mail de quem a administra e o cartão. Ele trata esses dados também como controlador, para cumprir regras do sistema financeiro.
- O servidor de e-mail recebe o endereço e o texto das mensagens que enviamos a você.
- O provedor de hospedagem guarda os servidores e as cópias de segurança.
- O Google confere a sua identidade quando você escolhe entrar por ele.
- O serviço da newsletter recebe o seu e-mail quando você a assina; ele abre em outra janela e tem a sua própria política.
- Autoridades recebem dados quando uma ordem válida nos obriga, e avisamos você sempre que a lei permitir.

Alguns desses fornecedores ficam fora do Brasil. Nesses casos a transferência internacional se apoia nas hipóteses do art. 33 da LGPD, em especial cláusulas contratuais que exigem a mesma proteção.

Quando a equipe que opera o Pregão precisa entrar em uma conta para dar suporte, a sessão termina sozinha em até 60 minutos, mostra uma faixa na tela e fica no registro de auditoria da organização.

## Cookies e armazenamento local

Usamos só o que é necessário para lembrar as suas escolhas e manter você dentro do aplicativo. Não há cookies de publicidade nem de terceiros, e por isso não há um aviso pedindo que você os aceite.

| Nome | Onde fica | Para quê | Duração |
|---|---|---|---|
| locale | Cookie | O idioma das páginas | 1 ano |
| currency | Cookie | A moeda dos preços | 1 ano |
| theme | Cookie | Claro ou escuro, e a cor do site | 1 ano |
| app-theme | Cookie | O tema da sua organização no aplicativo | 1 ano |
| id_token | Armazenamento local | A sua sessão, depois que você entra | Até sair |
| app-background | Armazenamento local | Claro ou escuro no aplicativo, se você mudar | Até você apagar |
| tenant | Armazenamento da aba | A organização aberta na aba | Até fechar a aba |

Você pode apagar tudo isso nas configurações do navegador. Sem os cookies, as páginas voltam ao português, ao tema escuro e à moeda padrão; sem a sessão, é preciso entrar de novo.

Nas páginas em que um cartão é digitado, o provedor de pagamentos pode usar cookies próprios para prevenir fraude. Na página de entrada, o Google pode usar os dele quando a entrada por ele está disponível. Onde a contagem de visitas está ligada, ela recebe só o endereço da página vista, sem e-mails nem identificadores.

## Os seus direitos

A LGPD (art. 18) dá a você o direito de pedir, de graça e a qualquer momento:

- a confirmação de que tratamos os seus dados, e o acesso a eles;
- a correção do que estiver incompleto, errado ou desatualizado;
- a anonimização, o bloqueio ou a eliminação do que for desnecessário ou excessivo;
- a portabilidade a outro fornecedor;
- a eliminação do que tratamos com o seu consentimento;
- a informação sobre com quem os compartilhamos;
- a informação sobre a possibilidade de negar consentimento, e o que muda se você negar;
- a retirada do consentimento, e a oposição ao que a lei não permitir.

Muito disso você faz sem pedir: o perfil mostra e corrige os seus dados, baixa uma cópia de tudo o que guardamos sobre você, lista e encerra sessões e exclui a conta. Para o resto, escreva ao encarregado. Respondemos o acesso simplificado de imediato e a declaração completa em até 15 dias (art. 19). Podemos pedir que você escreva do e-mail da conta, para termos certeza de que é você.

Se o pedido for sobre dados que uma organização registrou, nós o levamos a ela, que decide como controladora.

Se a nossa resposta não resolver, você pode se dirigir à Autoridade Nacional de Proteção de Dados (ANPD) ou aos órgãos de defesa do consumidor.

## Como protegemos

- Conexões cifradas, e senhas e sessões guardadas só como resumos criptográficos.
- O banco de dados separa as linhas de cada organização, mesmo se o programa errar.
- Links enviados por e-mail são aleatórios, valem uma vez e vencem.
- Tentativas de entrada são limitadas, e uma senha nova encerra as outras sessões.
- Senhas, chaves e números de cartão não entram em registros.

Nenhum sistema é infalível. Se um incidente puder causar risco ou dano relevante, avisamos você e a ANPD no prazo legal (art. 48), com o que aconteceu, que dados foram atingidos e o que fazer.

## Mudanças e contato

Se esta política mudar em algo que importa a você, pedimos o seu aceite na próxima visita ao aplicativo. As versões anteriores continuam publicadas.

Perguntas, pedidos e reclamações sobre dados pessoais, inclusive ao encarregado: [{email}](mailto:{email})
`,
};
