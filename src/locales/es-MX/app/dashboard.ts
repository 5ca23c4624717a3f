import type { RomanceTexts } from '#locales/texts.ts';

export const dashboard: RomanceTexts['app']['dashboard'] = {
  title: 'Panel',
  greeting: 'Hola, {{name}}',
  newTransaction: 'Nueva transacción',
  period: {
    label: 'Periodo',
    thisMonth: 'Este mes',
    lastMonth: 'Mes pasado',
    thisYear: 'Este año',
    custom: 'Otras fechas',
    from: 'Desde',
    to: 'Hasta',
    order: 'El fin no puede ser antes del inicio ni más de cien años después.',
  },
  upgradeTitle: 'Las transacciones vienen con el plan {{product}}',
  upgradeText:
    'Registra lo que compras y vendes y consulta los totales de cada mes. Tu plan actual no incluye transacciones.',
  keptTitle_one: 'Se conserva {{count}} transacción',
  keptTitle_many: 'Se conservan {{count}} de transacciones',
  keptTitle_other: 'Se conservan {{count}} transacciones',
  keptText:
    'Elige un plan con transacciones para volver a ver lo que registraste. Los propietarios también pueden exportarlo.',
};
