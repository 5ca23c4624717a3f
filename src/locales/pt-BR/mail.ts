import type { RomanceTexts } from '#locales/texts.ts';

export const mail: RomanceTexts['mail'] = {
  footer: 'Você recebeu esta mensagem porque alguém usou este endereço no Pregão.',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  verify: {
    subject: 'Verifique sua conta no Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'Sua organização {{organization}} está pronta. Escolha uma senha para verificar sua conta e entrar.',
    action: 'Verificar minha conta',
    ignore: 'Se não foi você quem se cadastrou, ignore esta mensagem: nada vai acontecer.',
  },
  reset: {
    subject: 'Redefina sua senha no Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'Você pediu uma nova senha. O link funciona uma única vez.',
    action: 'Escolher uma nova senha',
    ignore: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  },
  passwordChanged: {
    subject: 'Sua senha na Pregão foi alterada',
    greeting: 'Olá, {{name}}!',
    text: 'Sua senha acaba de ser alterada, e as suas outras sessões foram encerradas.',
    ignore: 'Se não foi você, defina uma nova senha agora mesmo:',
    action: 'Definir nova senha',
  },
  organizationDeleted: {
    subject: '{{organization}} foi excluída da Pregão',
    greeting: 'Olá, {{name}}!',
    text: 'A organização {{organization}} foi excluída pelo proprietário, com tudo o que havia nela. A assinatura foi encerrada: nada mais será cobrado.',
  },
};
