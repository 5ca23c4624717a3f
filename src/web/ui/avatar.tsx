import { clsx } from 'clsx';
import { useState } from 'react';

const sizes = {
  sm: 'size-7 text-[0.6875rem]',
  md: 'size-9 text-xs',
  lg: 'size-16 text-lg',
  xl: 'size-24 text-2xl',
};

type Props = {
  /** One or two letters, shown without a picture or until it has loaded. */
  initials: string;
  src?: string | null | undefined;
  /** Name of the person or thing; omit it beside the visible name. */
  alt?: string;
  size?: keyof typeof sizes;
  /** Round for people, square for organizations and things. */
  shape?: 'round' | 'square';
};

/** Renders a picture, or initials without one. */
export function Avatar({ initials, src, alt = '', size = 'md', shape = 'round' }: Props) {
  const [broken, setBroken] = useState<string>();
  const look = clsx(
    'inline-flex shrink-0 items-center justify-center overflow-hidden bg-sunken font-semibold text-ink uppercase',
    sizes[size],
    shape === 'round' ? 'rounded-full' : 'rounded-md',
  );
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt={alt}
        className={clsx(look, 'object-cover')}
        onError={() => setBroken(src)}
      />
    );
  }
  if (!alt) {
    return (
      <span aria-hidden className={look}>
        {initials}
      </span>
    );
  }
  return (
    <span role="img" aria-label={alt} className={look}>
      {initials}
    </span>
  );
}
