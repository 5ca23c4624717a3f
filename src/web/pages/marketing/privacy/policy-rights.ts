import type { PolicySectionData } from './policy-section.ts';

export const dataSharing: PolicySectionData = {
  id: 'compartilhamento',
  title: 'Com quem compartilhamos',
  blocks: [
    'Só com quem precisa dos dados para que o serviço funcione, e só os dados de que precisa:',
    {
      list: [
        'Os membros da sua organização veem o seu nome, e-\u2060mail, telefone, foto e função nela.',
        'O provedor de pagamentos (Stripe) recebe o nome da organização, o e-\u2060mail de quem a administra e o cartão. Ele trata esses dados também como controlador, para cumprir regras do sistema financeiro.',
        'O servidor de e-\u2060mail recebe o endereço e o texto das mensagens que enviamos a você.',
        'O provedor de hospedagem guarda os servidores e as cópias de segurança.',
        'O Google confere a sua identidade quando você escolhe entrar por ele.',
        'O serviço da newsletter recebe o seu e-\u2060mail quando você a assina; ele abre em outra janela e tem a sua própria política.',
        'Autoridades recebem dados quando uma ordem válida nos obriga, e avisamos você sempre que a lei permitir.',
      ],
    },
    'Alguns desses fornecedores ficam fora do Brasil. Nesses casos a transferência internacional se apoia nas hipóteses do art. 33 da LGPD, em especial cláusulas contratuais que exigem a mesma proteção.',
    'Quando a equipe que opera o Pregão precisa entrar em uma conta para dar suporte, a sessão termina sozinha em até 60 minutos, mostra uma faixa na tela e fica no registro de ações da organização.',
  ],
};

export const cookiePolicy: PolicySectionData = {
  id: 'cookies',
  title: 'Cookies e armazenamento local',
  blocks: [
    'Usamos só o que é necessário para lembrar as suas escolhas e manter você dentro do aplicativo. Não há cookies de publicidade nem de terceiros, e por isso não há um aviso pedindo que você os aceite.',
    {
      table: [
        ['Nome', 'Onde fica', 'Para quê', 'Duração'],
        ['locale', 'Cookie', 'O idioma das páginas', '1 ano'],
        ['currency', 'Cookie', 'A moeda dos preços', '1 ano'],
        ['theme', 'Cookie', 'Claro ou escuro, e a cor do site', '1 ano'],
        ['app-theme', 'Cookie', 'O tema da sua organização no aplicativo', '1 ano'],
        ['id_token', 'Armazenamento local', 'A sua sessão, depois que você entra', 'Até sair'],
        [
          'app-background',
          'Armazenamento local',
          'Claro ou escuro no aplicativo, se você mudar',
          'Até você apagar',
        ],
        ['tenant', 'Armazenamento da aba', 'A organização aberta na aba', 'Até fechar a aba'],
      ],
    },
    'Você pode apagar tudo isso nas configurações do navegador. Sem os cookies, as páginas voltam ao português, ao tema escuro e à moeda padrão; sem a sessão, é preciso entrar de novo.',
    'Nas páginas em que um cartão é digitado, o provedor de pagamentos pode usar cookies próprios para prevenir fraude. Na página de entrada, o Google pode usar os dele quando a entrada por ele está disponível. Onde a contagem de visitas está ligada, ela recebe só o endereço da página vista, sem e-\u2060mails nem identificadores.',
  ],
};

const rightsRequests: PolicySectionData = {
  id: 'direitos',
  title: 'Os seus direitos',
  blocks: [
    'A LGPD (art. 18) dá a você o direito de pedir, de graça e a qualquer momento:',
    {
      list: [
        'a confirmação de que tratamos os seus dados, e o acesso a eles;',
        'a correção do que estiver incompleto, errado ou desatualizado;',
        'a anonimização, o bloqueio ou a eliminação do que for desnecessário ou excessivo;',
        'a portabilidade a outro fornecedor;',
        'a eliminação do que tratamos com o seu consentimento;',
        'a informação sobre com quem os compartilhamos;',
        'a informação sobre a possibilidade de negar consentimento, e o que muda se você negar;',
        'a retirada do consentimento, e a oposição ao que a lei não permitir.',
      ],
    },
    'Muito disso você faz sem pedir: o perfil mostra e corrige os seus dados, lista e encerra sessões e exclui a conta. Para o resto, escreva ao encarregado. Respondemos o acesso simplificado de imediato e a declaração completa em até 15 dias (art. 19). Podemos pedir que você escreva do e-\u2060mail da conta, para termos certeza de que é você.',
    'Se o pedido for sobre dados que uma organização registrou, nós o levamos a ela, que decide como controladora.',
    'Se a nossa resposta não resolver, você pode se dirigir à Autoridade Nacional de Proteção de Dados (ANPD) ou aos órgãos de defesa do consumidor.',
  ],
};

const safety: PolicySectionData = {
  id: 'seguranca',
  title: 'Como protegemos',
  blocks: [
    {
      list: [
        'Conexões cifradas, e senhas e sessões guardadas só como resumos criptográficos.',
        'O banco de dados separa as linhas de cada organização, mesmo se o programa errar.',
        'Links enviados por e-\u2060mail são aleatórios, valem uma vez e vencem.',
        'Tentativas de entrada são limitadas, e uma senha nova encerra as outras sessões.',
        'Senhas, chaves e números de cartão não entram em registros.',
      ],
    },
    'Nenhum sistema é infalível. Se um incidente puder causar risco ou dano relevante, avisamos você e a ANPD no prazo legal (art. 48), com o que aconteceu, que dados foram atingidos e o que fazer.',
  ],
};

export const subjectRights: readonly PolicySectionData[] = [rightsRequests, safety];

export const policyChanges: PolicySectionData = {
  id: 'mudancas',
  title: 'Mudanças e contato',
  blocks: [
    'Se esta política mudar em algo que importa a você, avisamos por e-\u2060mail antes de a mudança valer. A data no alto da página diz desde quando vale o texto que você lê.',
    'Perguntas, pedidos e reclamações sobre dados pessoais, inclusive ao encarregado:',
  ],
};
