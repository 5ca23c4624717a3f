import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  icon: LucideIcon;
  title: ReactNode;
  text?: ReactNode;
  /** Buttons at the end of the row. */
  children?: ReactNode;
};

/** Renders a way to sign in with its state and actions. */
export function SecurityRow({ icon: Icon, title, text, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">{title}</p>
        {text && <p className="text-sm text-pretty text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
