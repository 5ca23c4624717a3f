import { policyChanges, cookiePolicy, subjectRights, dataSharing } from './policy-rights.ts';
import type { PolicySectionData } from './policy-section.ts';

/** Date on which the policy takes effect. */
export const effectiveDate = '2021-04-01';

const controller: PolicySectionData = {
  id: 'quem-somos',
  title: 'Quem responde pelos seus dados',
  blocks: [
    'Esta política explica o que acontece com dados pessoais no site e no aplicativo Pregão. Ela segue a Lei Geral de Proteção de Dados Pessoais (Lei nº 13.709/2018, a LGPD) e o Marco Civil da Internet (Lei nº 12.965/2014).',
    'O Pregão é o controlador dos dados da sua conta, da sua assinatura e da sua visita: decidimos por que e como são usados. Dos dados que uma organização registra no aplicativo, como operações e arquivos, a organização é a controladora e o Pregão é o operador: nós os guardamos em nome dela e segundo as instruções dela.',
    'Quem opera o Pregão e o encarregado pelo tratamento de dados pessoais atendem no endereço de e-\u2060mail que está no fim desta página.',
  ],
};

const collected: PolicySectionData = {
  id: 'dados',
  title: 'Quais dados tratamos',
  blocks: [
    'Pedimos o mínimo para o serviço funcionar. Não pedimos CPF, endereço, extrato nem senha de corretora.',
    {
      table: [
        ['Dados', 'De onde vêm', 'Para quê'],
        [
          'Conta: nome, sobrenome, e-\u2060mail e, se você quiser, telefone e foto',
          'De você, ao se cadastrar, aceitar um convite ou editar o perfil',
          'Identificar você, deixar você entrar e mostrar quem fez o quê à sua organização',
        ],
        [
          'Senha, só como resumo criptográfico (Argon2id) do qual ela não pode ser lida de volta',
          'De você',
          'Conferir que é você',
        ],
        [
          'Entrada com o Google: nome e e-\u2060mail verificado',
          'Do Google, quando você escolhe entrar por ele',
          'Criar a conta e conferir que é você',
        ],
        [
          'Organização: nome, logotipo, membros, funções e convites',
          'De quem a administra',
          'Dar a cada membro o acesso que lhe cabe',
        ],
        [
          'Operações e arquivos que a organização registra',
          'Dos membros da organização',
          'Guardá-los e mostrá-los à organização',
        ],
        [
          'Assinatura: plano, faturas, bandeira do cartão, seus quatro últimos dígitos e validade',
          'De você e do provedor de pagamentos',
          'Cobrar o plano e mostrar o que foi cobrado',
        ],
        [
          'Sessões: data, hora, endereço IP e navegador de cada entrada',
          'Do seu navegador',
          'Segurança, lista de sessões e guarda exigida por lei',
        ],
        [
          'Registro de ações: quem mudou o quê, e quando',
          'Do uso do aplicativo',
          'Segurança e prestação de contas à organização',
        ],
        ['Mensagens que você nos envia', 'De você', 'Responder'],
      ],
    },
    'O número do seu cartão e o código de segurança não chegam aos nossos servidores: são digitados em campos do provedor de pagamentos.',
    'Não tratamos dados pessoais sensíveis e não oferecemos o serviço a menores de 18 anos.',
  ],
};

const bases: PolicySectionData = {
  id: 'bases-legais',
  title: 'Com que base legal',
  blocks: [
    {
      list: [
        'Execução de contrato (LGPD, art. 7º, V): conta, organização, assinatura e tudo o que o aplicativo faz a seu pedido.',
        'Obrigação legal (art. 7º, II): documentos fiscais da cobrança e registros de acesso à aplicação, que o Marco Civil da Internet (art. 15) manda guardar por seis meses.',
        'Legítimo interesse (art. 7º, IX): segurança, prevenção de fraude e limites de tentativas de entrada, sempre com o mínimo de dados.',
        'Consentimento (art. 7º, I): a newsletter e a foto de perfil. Você pode retirá-lo a qualquer momento, sem perder o serviço.',
      ],
    },
    'Não vendemos dados pessoais, não fazemos perfis para publicidade e não tomamos decisões automatizadas sobre você. O robô decide sobre ordens, segundo a regra que você escreveu; ele não avalia pessoas.',
  ],
};

const retention: PolicySectionData = {
  id: 'prazos',
  title: 'Por quanto tempo guardamos',
  blocks: [
    {
      list: [
        'Conta: enquanto ela existir. Ao excluir a conta no perfil, ela e as organizações das quais você é o único proprietário são apagadas.',
        'Operações e arquivos: enquanto a organização existir e não os apagar.',
        'Faturas: pelo prazo que a legislação fiscal exige.',
        'Registros de acesso: seis meses.',
        'Convites e links de verificação: até serem usados ou vencerem.',
        'Cópias de segurança: saem de circulação em prazo curto e só servem para restaurar o serviço.',
      ],
    },
  ],
};

/** The privacy and cookie policy, in Portuguese in every language. */
export const policy: readonly PolicySectionData[] = [
  controller,
  collected,
  bases,
  retention,
  dataSharing,
  cookiePolicy,
  ...subjectRights,
  policyChanges,
];
