import { useId, type ReactNode } from 'react';

type Props = {
  /** Anchor of the section in the address. */
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
};

/** Renders a section of a settings page: description on one side, controls on the other. */
export function SettingsSection({ id: anchor, title, text, children }: Props) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid scroll-mt-20 lg:scroll-mt-6 grid-cols-1 gap-x-10 gap-y-4 border-t border-line pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
