import { useId, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import type { Side } from './merge.ts';
import type { ShownConflict } from './open-conflict.tsx';

type Props = {
  conflicts: readonly ShownConflict[];
  onClose: () => void;
  onChoose: (sides: Record<string, Side>) => void;
};

/** Shows two versions of a record side by side, to choose one for each field that differs. */
export function ConflictDialog({ conflicts, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const sides = (of: (conflict: ShownConflict) => Side) =>
    Object.fromEntries(conflicts.map((conflict) => [conflict.name, of(conflict)]));
  const { register, handleSubmit, reset } = useForm<Record<string, Side>>({
    defaultValues: sides(({ suggested }) => suggested),
  });
  const all = (side: Side) => reset(sides(() => side));
  return (
    <Modal
      title={t('drafts.conflict.title')}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={id}>
            {t('drafts.conflict.save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void handleSubmit(onChoose)(event)}>
        <p className="text-sm text-pretty text-muted">{t('drafts.conflict.text')}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="sm" variant="white" onClick={() => all('mine')}>
            {t('drafts.conflict.allMine')}
          </Button>
          <Button size="sm" variant="white" onClick={() => all('theirs')}>
            {t('drafts.conflict.allTheirs')}
          </Button>
        </div>
        <div className="mt-5 flex flex-col gap-5">
          {conflicts.map((conflict) => (
            <Choice key={conflict.name} conflict={conflict} input={register(conflict.name)} />
          ))}
        </div>
      </form>
    </Modal>
  );
}

type ChoiceProps = { conflict: ShownConflict; input: object };

function Choice({ conflict: { label, isBoth, suggested, mine, theirs }, input }: ChoiceProps) {
  const { t } = useTranslation();
  const by = isBoth ? 'both' : suggested;
  return (
    <ChoiceGroup
      {...input}
      type="radio"
      label={label}
      hint={t(`drafts.conflict.changed.${by}`)}
      className="sm:grid sm:grid-cols-2"
      choices={[
        { value: 'mine', label: t('drafts.conflict.mine'), hint: shown(mine) },
        { value: 'theirs', label: t('drafts.conflict.theirs'), hint: shown(theirs) },
      ]}
    />
  );
}

const shown = (value: ReactNode) => (
  <span className="block max-h-40 overflow-y-auto font-medium break-words text-ink empty:before:content-['—']">
    {value}
  </span>
);
