import { themeAttributes } from '#web/theme/theme.ts';
import { Buttons } from './buttons.tsx';
import { Charts } from './charts.tsx';
import { EmailSamples } from './emails.tsx';
import { Entities } from './entities.tsx';
import { Feedback } from './feedback.tsx';
import { FieldStateExamples } from './field-states.tsx';
import { FieldExamples } from './fields.tsx';
import { Foundations } from './foundations.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import { GalleryOptions, useGalleryOptions } from './switchers.tsx';
import { Tables } from './tables.tsx';
import { Uploads } from './uploads.tsx';

/**
 * Renders every component of the kit in every state, in the look that `?theme=&color=&locale=`
 * name.
 */
export default function Gallery() {
  const { theme, color, locale } = useGalleryOptions();
  return (
    <div {...themeAttributes({ theme, color })}>
      <title>Gallery</title>
      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-8 sm:px-6">
        <header className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-2xl font-semibold tracking-tight">Gallery</h1>
          <GalleryOptions />
        </header>
        <main className="flex flex-col gap-16">
          <Foundations color={color} locale={locale} />
          <Buttons />
          <FieldExamples />
          <FieldStateExamples />
          <Uploads />
          <Tables locale={locale} />
          <Entities />
          <Overlays />
          <Navigation />
          <Feedback />
          <Charts locale={locale} />
          <EmailSamples locale={locale} />
        </main>
      </div>
    </div>
  );
}
