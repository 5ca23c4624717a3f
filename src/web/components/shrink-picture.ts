/** Pixels of the longer side, as the server keeps pictures. */
const max = 600;

/**
 * A picture (a data URL) at the size it is kept in: what a browser can draw is not sent larger. What
 * it cannot draw goes as it is, for the server to judge.
 */
export const shrinkPicture = async (dataUrl: string): Promise<string> => {
  const image = new Image();
  image.src = dataUrl;
  try {
    await image.decode();
  } catch {
    return dataUrl;
  }
  const scale = max / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  if (!drawing || scale >= 1) return dataUrl;
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Only a photograph may lose its transparency.
  const type = dataUrl.startsWith('data:image/jpeg') ? 'image/jpeg' : 'image/png';
  return canvas.toDataURL(type, 0.9);
};
