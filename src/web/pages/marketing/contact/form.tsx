import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';

type Props = {
  /** Address the form is sent to; null disables the button (R-SITE-05). */
  target: string | null;
  supportEmail: string;
};

/** Renders a native form, which works without scripts. */
export function ContactForm({ target, supportEmail }: Props) {
  const { t } = useTranslation();
  return (
    <form
      {...(target && { action: target, method: 'post' })}
      className="grid content-start gap-6 rounded-xl border border-line bg-surface p-6 sm:grid-cols-2 sm:p-9"
    >
      <TextField name="name" label={t('site.contact.name')} autoComplete="name" required />
      <TextField
        type="email"
        name="email"
        label={t('site.contact.email')}
        autoComplete="email"
        required
      />
      <TextArea
        name="message"
        label={t('site.contact.message')}
        required
        className="sm:col-span-2 [&_textarea]:min-h-44"
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
        <Button
          type="submit"
          disabled={!target}
          {...(!target && { 'aria-describedby': 'contact-closed' })}
          className="min-h-12 px-6"
        >
          {t('site.contact.send')}
        </Button>
        {!target && (
          <p id="contact-closed" className="min-w-0 flex-1 basis-56 text-sm text-muted">
            {t('site.contact.closed', { email: supportEmail })}
          </p>
        )}
      </div>
    </form>
  );
}
