import type { RomanceTexts } from '#locales/texts.ts';

export const unauthorized: RomanceTexts['unauthorized'] = {
  title: 'No tienes acceso a esta página',
  generic: 'Tu cuenta no tiene permiso para abrirla.',
  member:
    'No eres miembro de la organización de esta dirección. Inicia sesión con otra cuenta o pide una invitación a uno de sus propietarios.',
  operator: 'Solo el operador puede abrirla.',
  role: 'Necesitas el rol {{role}} o superior. Tu rol es {{current}}.',
  tier: 'Disponible en el plan {{product}} o superior. Tu organización está en {{current}}.',
  tierNoPlan: 'Disponible en el plan {{product}} o superior. Tu organización no tiene plan.',
  upgrade: 'Ver suscripción',
  home: 'Ir al panel',
};
