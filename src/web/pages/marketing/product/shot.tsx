import { clsx } from 'clsx';
import { useLocale } from '#web/components/use-formats.ts';
import { pictureOf, type PictureName, type PictureTheme } from './pictures.ts';

interface Props {
  name: PictureName;
  alt: string;
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string;
  /** The background the page begins with, when the picture is seen first: it is loaded at once. */
  first?: PictureTheme;
  className?: string;
}

/** A picture of the app, dark on dark pages and light on light ones. */
export function Shot({ first, className, ...picture }: Props) {
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <ShotIn
          key={theme}
          {...picture}
          theme={theme}
          isFirst={theme === first}
          className={clsx(
            'border border-line shadow-lg',
            theme === 'dark' ? 'site-shot-dark' : 'site-shot-light',
            className,
          )}
        />
      ))}
    </>
  );
}

interface ShotInProps extends Omit<Props, 'first'> {
  theme: PictureTheme;
  isFirst: boolean;
}

/** The one that is not shown is never loaded: a lazy picture waits until it is. */
function ShotIn({ name, alt, sizes, theme, isFirst, className }: ShotInProps) {
  const { avif, webp, width, height } = pictureOf(name, theme, useLocale());
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={webp}
        alt={alt}
        width={width}
        height={height}
        className={clsx('h-auto w-full', className)}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
