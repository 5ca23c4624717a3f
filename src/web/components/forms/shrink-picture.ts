/** Pixels of the longer side, as the server stores pictures (R-FORM-06). */
const max = 600;

/**
 * Scales a picture (a data URL) down to the stored size before the upload. A format that the
 * browser can't decode is sent as it is, and the server checks it.
 */
export async function shrinkPicture(dataUrl: string): Promise<string> {
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
  // Only photographs are encoded as JPEG, which has no transparency.
  const type = dataUrl.startsWith('data:image/jpeg') ? 'image/jpeg' : 'image/png';
  return canvas.toDataURL(type, 0.9);
}
