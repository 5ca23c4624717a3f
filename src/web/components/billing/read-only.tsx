import { Link } from 'react-router';
import { Banner } from '#web/ui/banner.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useReadOnly } from './use-read-only.ts';

/**
 * Renders a link to a form that changes data of the organization. While the organization is
 * read-only it looks disabled and explains why instead. The form's code loads when the link is pointed at.
 */
export function WriteLink({ to, ...button }: ButtonProps & { to: string }) {
  const readOnly = useReadOnly();
  if (!readOnly) return <Button {...button} render={<Link to={to} prefetch="intent" />} />;
  return <Button {...button} aria-disabled onClick={() => void readOnly.explain()} />;
}

/** Renders why a form can't be sent, with a link; nothing while changes are allowed. */
export function ReadOnlyNotice() {
  const readOnly = useReadOnly();
  if (!readOnly) return null;
  const { title, text, action } = readOnly;
  return (
    <Banner
      tone="warning"
      className="basis-full"
      title={title}
      action={
        action && (
          <Button size="sm" variant="white" render={<Link to={action.to} />}>
            {action.label}
          </Button>
        )
      }
    >
      {text}
    </Banner>
  );
}
