import type { RomanceTexts } from '#locales/texts.ts';

export const factorMail: RomanceTexts['mail']['factors'] = {
  note: 'Se não foi você, defina uma nova senha agora mesmo e fale com o suporte.',
  totpAdded: {
    subject: 'Um app autenticador foi adicionado à sua conta',
    text: 'O acesso à sua conta agora também pede um código do seu app autenticador. As suas outras sessões foram encerradas.',
    action: 'Definir nova senha',
  },
  totpRemoved: {
    subject: 'O app autenticador foi removido da sua conta',
    text: 'O acesso à sua conta não pede mais um código do app autenticador. As suas outras sessões foram encerradas.',
    action: 'Definir nova senha',
  },
  recoveryCodesReplaced: {
    subject: 'Seus códigos de recuperação foram substituídos',
    text: 'Novos códigos de recuperação foram criados para a sua conta. Os anteriores não funcionam mais.',
    action: 'Definir nova senha',
  },
  recoveryCodeUsed: {
    subject: 'Um código de recuperação foi usado para entrar',
    text: 'Um dos seus códigos de recuperação acaba de ser usado. Ele não pode ser usado de novo.',
    action: 'Definir nova senha',
  },
  passkeyAdded: {
    subject: 'Uma chave de acesso foi adicionada à sua conta',
    text: 'Você já pode entrar com esta chave de acesso. Ao entrar com senha ou Google, um segundo fator será pedido.',
    action: 'Definir nova senha',
  },
  passkeyRemoved: {
    subject: 'Uma chave de acesso foi removida da sua conta',
    text: 'A chave de acesso não serve mais para entrar. As suas outras sessões foram encerradas.',
    action: 'Definir nova senha',
  },
  factorsRemoved: {
    subject: 'Seu segundo fator foi removido',
    text: 'A seu pedido, o suporte removeu os segundos fatores da sua conta, incluindo chaves de acesso e códigos de recuperação, e encerrou as suas sessões. Entre e configure um novo.',
    action: 'Definir nova senha',
  },
};
