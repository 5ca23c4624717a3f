import { useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Props = {
  onSave: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a view. */
export function SaveView({ onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  return (
    <Modal title={t('lists.saveView')} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          onSave(name.trim());
          onClose();
        }}
      >
        <TextField
          label={t('lists.viewName')}
          hint={t('lists.viewHint')}
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" className="justify-self-end">
          {t('common.action.save')}
        </Button>
      </form>
    </Modal>
  );
}
