/** Part of a picture: its center as fractions of width and height, and the enlargement. */
export type Crop = { x: number; y: number; zoom: number };
type Size = { width: number; height: number };

/** The largest square in the middle. */
export const centerCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Returns the square of a crop, in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** Returns the crop with its square moved into the picture. */
export function fitCrop(size: Size, crop: Crop): Crop {
  const { side } = squareOf(size, crop);
  const clamp = (center: number, length: number) => {
    const margin = side / 2 / length;
    return Math.min(Math.max(center, margin), 1 - margin);
  };
  return { ...crop, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}

/** Moves the square by parts of its side. */
export function moveCrop(size: Size, crop: Crop, [right, down]: readonly [number, number]) {
  const { side } = squareOf(size, crop);
  const x = crop.x + (right * side) / size.width;
  const y = crop.y + (down * side) / size.height;
  return fitCrop(size, { ...crop, x, y });
}
