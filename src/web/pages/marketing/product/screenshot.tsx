import { clsx } from 'clsx';
import { useTranslation } from '#web/session/translation.ts';
import { pictureSources, type PictureName, type PictureTheme } from './pictures.ts';

type Props = {
  name: PictureName;
  alt: string;
  /** Display width, as in the `sizes` attribute of an image. */
  sizes: string;
  /** Picture that replaces it on a phone, cropped at its foot. */
  phone?: PictureName;
  /** Initial background of a picture above the fold: that variant is loaded with high priority. */
  first?: PictureTheme;
  className?: string;
};

/** Renders a screenshot that matches the theme of the page, dark or light. */
export function Screenshot({ first, className, ...picture }: Props) {
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <ThemedScreenshot
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

/** Tailwind's `max-sm`. */
const phones = '(width < 40rem)';

type ShotInProps = {
  theme: PictureTheme;
  isFirst: boolean;
} & Omit<Props, 'first'>;

/** Renders one variant. Lazy loading keeps the browser from loading a variant that is hidden. */
function ThemedScreenshot({ name, phone, alt, sizes, theme, isFirst, className }: ShotInProps) {
  const { locale } = useTranslation();
  const { avif, webp, width, height } = pictureSources(name, theme, locale);
  const onPhone = phone && pictureSources(phone, theme, locale);
  return (
    <picture className="contents">
      {onPhone && (
        <>
          <source media={phones} type="image/avif" srcSet={onPhone.avif} sizes="92vw" />
          <source media={phones} srcSet={onPhone.webp} />
        </>
      )}
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={webp}
        alt={alt}
        width={width}
        height={height}
        className={clsx(
          'h-auto w-full',
          phone && 'max-sm:aspect-[390/300] max-sm:object-cover max-sm:object-top',
          className,
        )}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
