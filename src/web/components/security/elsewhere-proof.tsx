import { useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useConfirmedElsewhere } from './confirmed-elsewhere.ts';

const focus = (element: HTMLElement | null) => element?.focus();

type Props = {
  /** Page on which the person authenticates again. */
  href: string;
  label: string;
  onDone: () => void;
};

/**
 * Has the person authenticate again on a page in another tab, so that this page keeps its input: the page of the
 * identity provider, or the one that may load Google's script. The session stays the same.
 */
export function ElsewhereProof({ href, label, onDone }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useConfirmedElsewhere(onDone);
  return (
    <div className="grid gap-5">
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOpen && t('security.elsewhere')}
      </p>
      <a
        ref={focus}
        href={href}
        target="_blank"
        rel="noreferrer"
        onClick={() => setOpen(true)}
        className={buttonClass()}
      >
        {label}
      </a>
    </div>
  );
}
