import { useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { KeyCaps } from './key-caps.tsx';
import { commandKey } from './keys.ts';
import { openPart } from './open-part.tsx';
import { isPortal, pagesFor } from './pages.ts';
import {
  areShortcutsOn,
  generalShortcuts,
  goKey,
  listShortcuts,
  switchShortcuts,
} from './shortcut-list.ts';

/** Opens the list of keyboard shortcuts. */
export const showShortcuts = () => openPart((close) => <ShortcutsDialog onClose={close} />);

/** Lists the keyboard shortcuts of this user, and switches off those of one key. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [isOn, setOn] = useState(areShortcutsOn);
  const pages = pagesFor(useSession(), isPortal(pathname)).flatMap(({ key, text }) =>
    key ? [{ keys: [goKey, key.toUpperCase()], text }] : [],
  );
  const sections = [
    { title: 'palette.shortcuts.general', shortcuts: generalShortcuts },
    { title: 'settings.listKeys.title', shortcuts: listShortcuts },
    { title: 'palette.group.pages', shortcuts: pages },
  ] as const;
  return (
    <Modal title={t('palette.shortcuts.title')} size="md" onClose={onClose}>
      <div className="gap-x-10 sm:columns-2">
        {sections.map(({ title, shortcuts }) => (
          <section key={title} aria-label={t(title)} className="break-inside-avoid pb-6">
            <h3 className="pb-1 text-xs font-medium text-muted">{t(title)}</h3>
            <dl>
              {shortcuts.map(({ keys, text }) => (
                <div
                  key={text}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-sm"
                >
                  <dt>{t(text)}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className="rounded-lg bg-sunken p-4"
        label={t('palette.shortcuts.single')}
        hint={t('palette.shortcuts.singleHint', { keys: `${commandKey()} K` })}
        checked={isOn}
        onChange={({ target }) => {
          switchShortcuts(target.checked);
          setOn(target.checked);
        }}
      />
    </Modal>
  );
}
