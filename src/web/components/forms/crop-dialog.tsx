import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { centerCrop, fitCrop, moveCrop, squareOf } from './crop.ts';

type Props = {
  /** Data URL of the picture. */
  src: string;
  /** Receives the square part as a data URL; a picture that the browser can't decode as it is. */
  onCrop: (picture: string) => void;
  onClose: () => void;
};

/** Pixels of a stored picture's side (R-FORM-06). */
const storedSide = 600;
const maxZoom = 4;
/** Part of the square that an arrow key moves it. */
const step = 0.05;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Lets the user choose the square part of a picture, shown round as the avatar will be. */
export function CropDialog({ src, onCrop, onClose }: Props) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState(centerCrop);
  const size = image && { width: image.naturalWidth, height: image.naturalHeight };

  useEffect(() => {
    const drawing = canvas.current?.getContext('2d');
    if (!image || !drawing) return;
    const { left, top, side } = squareOf(
      { width: image.naturalWidth, height: image.naturalHeight },
      crop,
    );
    const { width } = drawing.canvas;
    drawing.clearRect(0, 0, width, width);
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(image, left, top, side, side, 0, 0, width, width);
  }, [image, crop]);

  const move = (by: readonly [number, number]) => {
    if (size) setCrop((before) => moveCrop(size, before, by));
  };
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent) => {
    if (buttons !== 1) return;
    const { width } = currentTarget.getBoundingClientRect();
    move([-movementX / width, -movementY / width]);
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    move(by);
  };
  // Only photographs are encoded as JPEG, which has no transparency.
  const type = src.startsWith('data:image/jpeg') ? 'image/jpeg' : 'image/png';
  const accept = () => canvas.current && onCrop(canvas.current.toDataURL(type, 0.9));
  const side = size ? Math.min(storedSide, size.width, size.height) : storedSide;
  return (
    <Modal
      title={t('settings.picture.crop')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button disabled={!image} onClick={accept}>
            {t('settings.picture.use')}
          </Button>
        </>
      }
    >
      <img
        hidden
        alt=""
        src={src}
        onLoad={({ currentTarget }) => setImage(currentTarget)}
        // One that can't be decoded is passed on, and the server checks it.
        onError={() => onCrop(src)}
      />
      <div className="relative mx-auto aspect-square w-full max-w-80 overflow-hidden rounded-lg">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('settings.picture.cropHint')}
          tabIndex={0}
          width={side}
          height={side}
          className="kit-checkered size-full cursor-move touch-none"
          onPointerDown={({ currentTarget, pointerId }) =>
            currentTarget.setPointerCapture(pointerId)
          }
          onPointerMove={drag}
          onKeyDown={press}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_var(--color-backdrop)]"
        />
      </div>
      <p aria-hidden className="mt-3 text-center text-sm text-muted">
        {t('settings.picture.cropHint')}
      </p>
      <label className="mx-auto mt-4 flex max-w-80 items-center gap-3 text-sm font-medium">
        {t('settings.picture.zoom')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={crop.zoom}
          onChange={({ target }) => {
            const zoom = target.valueAsNumber;
            if (size) setCrop((before) => fitCrop(size, { ...before, zoom }));
          }}
          className="min-h-6 flex-1 cursor-pointer"
        />
      </label>
    </Modal>
  );
}
