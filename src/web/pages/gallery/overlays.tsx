import { LogOut, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { GalleryRow, GallerySection } from './section.tsx';

export function Overlays() {
  return (
    <GallerySection id="overlays" title="Dialogs, panels, menus, toasts">
      <SharedDialogs />
      <GalleryRow>
        <Panel />
        <OwnDialog />
      </GalleryRow>
      <GalleryRow>
        <AccountMenu />
        <LongMenu />
      </GalleryRow>
    </GallerySection>
  );
}

function SharedDialogs() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [answer, setAnswer] = useState('–');
  const ask = async (danger: boolean) => {
    const title = danger ? t('common.form.confirmDelete') : t('common.form.confirmSave');
    setAnswer(String(await dialogs.confirm({ title, text: t('common.form.deleteHint'), danger })));
  };
  const text = t('common.failure.text');
  return (
    <GalleryRow>
      <Button variant="white" onClick={() => void ask(false)}>
        Confirm
      </Button>
      <Button variant="white" onClick={() => void ask(true)}>
        Confirm, dangerous
      </Button>
      <output aria-label="Answer" className="w-12 text-sm text-muted">
        {answer}
      </output>
      <Button
        variant="white"
        onClick={() => void dialogs.success({ title: t('transactions.created') })}
      >
        Success
      </Button>
      <Button variant="white" onClick={() => void dialogs.error({ text })}>
        Error
      </Button>
      {(['success', 'error', 'info'] as const).map((tone) => (
        <Button
          key={tone}
          variant="white"
          onClick={() => void toast({ tone, title: t('transactions.updated'), text })}
        >
          Toast, {tone}
        </Button>
      ))}
    </GalleryRow>
  );
}

function Panel() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [changed, setChanged] = useState(false);
  const close = () => {
    setOpen(false);
    setChanged(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Side panel</Button>
      {open && (
        <SidePanel
          title={t('transactions.edit')}
          description={t('transactions.emptyText')}
          changed={changed}
          onClose={close}
          footer={
            <>
              <Button variant="danger" className="mr-auto">
                {t('common.action.delete')}
              </Button>
              <Button variant="white" onClick={close}>
                {t('common.action.cancel')}
              </Button>
              <Button form="panel-form" type="submit">
                {t('common.action.save')}
              </Button>
            </>
          }
        >
          <form
            id="panel-form"
            className="flex flex-col gap-5"
            onChange={() => setChanged(true)}
            onSubmit={(event) => {
              event.preventDefault();
              close();
            }}
          >
            <TextField label={t('transactions.fields.description')} name="description" />
            <TextArea label="Notes" name="notes" optional />
          </form>
        </SidePanel>
      )}
    </>
  );
}

function OwnDialog() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="white" onClick={() => setOpen(true)}>
        Modal
      </Button>
      <Modal
        title={t('transactions.new')}
        open={open}
        onClose={() => setOpen(false)}
        footer={<Button onClick={() => setOpen(false)}>{t('common.action.save')}</Button>}
      >
        <TextField label={t('transactions.fields.description')} />
      </Modal>
    </>
  );
}

function AccountMenu() {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('common.menu.account')}
      trigger={
        <Button variant="white">
          <Avatar initials="BS" size="sm" />
          Bruna
        </Button>
      }
    >
      <MenuSection>bruna@exemplo.com.br</MenuSection>
      <MenuItem icon={<User aria-hidden />} render={<Link to="#overlays" />}>
        {t('common.menu.profile')}
      </MenuItem>
      <MenuItem
        icon={<Settings aria-hidden />}
        aria-current="page"
        render={<Link to="#overlays" />}
      >
        {t('app.menu.settings')}
      </MenuItem>
      <MenuSection />
      <MenuItem danger icon={<LogOut aria-hidden />}>
        {t('common.menu.signOut')}
      </MenuItem>
    </Menu>
  );
}

function LongMenu() {
  return (
    <Menu label="Organizations" trigger={<Button>Long menu</Button>}>
      {Array.from({ length: 14 }, (_, index) => (
        <MenuItem key={index}>Organização {index + 1}</MenuItem>
      ))}
    </Menu>
  );
}
