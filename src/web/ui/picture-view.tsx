import { Modal } from './dialogs/modal.tsx';

type Props = {
  title: string;
  src: string;
  onClose: () => void;
};

/** Renders a large picture: at most 600 × 600 and never larger than the screen (R-FORM-06). */
export function PictureView({ title, src, onClose }: Props) {
  return (
    <Modal title={title} size="md" onClose={onClose}>
      <img
        src={src}
        alt={title}
        width={600}
        height={600}
        className="kit-checkered mx-auto aspect-square w-full max-w-150 rounded-lg object-contain"
      />
    </Modal>
  );
}
