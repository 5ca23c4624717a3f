import type { RomanceTexts } from '#locales/texts.ts';
import { dashboard } from './app/dashboard.ts';

export const app: RomanceTexts['app'] = {
  offline: {
    title: 'Você está sem conexão',
    text: 'Esta página precisa de internet. Conecte-se e tente novamente.',
  },
  dashboard,
  menu: {
    label: 'Menu principal',
    resources: 'Recursos',
    dashboard: 'Painel',
    settings: 'Configurações',
    subscription: 'Assinatura',
    permissions: 'Permissões',
    integrations: 'Integrações',
    back: 'Voltar ao app',
    narrow: 'Recolher menu lateral',
    widen: 'Expandir menu lateral',
    chat: 'Chat',
    members: 'Membros',
    switchOrganization: 'Trocar de organização',
    createOrganization: 'Criar organização',
    inviteMember: 'Convidar membro',
  },
  askAdmin:
    'Peça a um proprietário ou administrador da organização {{organization}} para mudar o plano.',
  noPlan: 'Sem plano',
  everything: 'Tudo incluído',
  members_one: '{{count}} membro',
  members_many: '{{count}} de membros',
  members_other: '{{count}} membros',
  announcement: {
    dismiss: 'Fechar o aviso: {{title}}',
    more: 'Saiba mais',
  },
  notices_one: 'aviso',
  notices_many: 'de avisos',
  notices_other: 'avisos',
  trial: {
    today: 'Seu período de teste termina hoje, {{date}}.',
    tomorrow: 'Seu período de teste termina amanhã, {{date}}.',
    days_one: 'Seu período de teste termina em {{count}} dia, em {{date}}.',
    days_many: 'Seu período de teste termina em {{count}} de dias, em {{date}}.',
    days_other: 'Seu período de teste termina em {{count}} dias, em {{date}}.',
    link: 'Adicionar cartão',
  },
  pastDue: {
    title: 'Um pagamento falhou',
    text: 'Atualize sua forma de pagamento até {{date}}. Depois disso, a organização ficará em modo somente leitura.',
  },
  overdue: {
    title: 'Esta organização está em modo somente leitura',
    payer: 'Há um pagamento em atraso. Pague agora para recuperar o acesso completo.',
    member:
      'Há um pagamento em atraso. Peça a um proprietário ou administrador que atualize a forma de pagamento. Nada foi apagado.',
    action: 'Pagar agora',
  },
  paused: {
    title: 'Esta organização está em modo somente leitura',
    payer:
      'A assinatura está pausada. Um proprietário ou administrador pode retomá-la. Nada foi apagado.',
    member:
      'A assinatura está pausada. Um proprietário ou administrador pode retomá-la. Nada foi apagado.',
    action: 'Ver a assinatura',
  },
  export: 'Exportar dados',
  overFree: {
    title: 'Membros demais para o {{plan}}',
    payer:
      'O {{plan}} inclui {{max}}, e há {{used}}. Para fazer alterações, escolha um plano ou remova membros.',
    member: 'Peça a um proprietário ou administrador que escolha um plano ou remova membros.',
    action: 'Escolher um plano',
    members: 'Ver membros',
  },
  limit: {
    near: {
      transactions:
        '{{used}} das {{included}} transações que seu plano inclui neste mês já foram usadas.',
      storage: '{{used}} dos {{included}} que seu plano inclui para imagens já foram usados.',
    },
    resets: 'A contagem recomeça em {{date}}.',
  },
};
