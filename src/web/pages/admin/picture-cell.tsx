import { useState } from 'react';
import { PictureView } from '#web/ui/picture-view.tsx';

type Props = {
  /** Accessible name of the picture. */
  title: string;
  /** Empty when there is none. */
  src: string;
};

/** Renders a thumbnail that opens enlarged. */
export function PictureCell({ title, src }: Props) {
  const [isViewed, setViewed] = useState(false);
  if (!src) return <span aria-hidden>–</span>;
  return (
    <>
      <button
        type="button"
        aria-label={title}
        title={title}
        className="kit-checkered block max-sm:self-center size-10 cursor-zoom-in overflow-hidden rounded-md border border-line"
        onClick={() => setViewed(true)}
      >
        <img src={src} alt="" loading="lazy" className="size-full object-contain" />
      </button>
      {isViewed && <PictureView title={title} src={src} onClose={() => setViewed(false)} />}
    </>
  );
}
