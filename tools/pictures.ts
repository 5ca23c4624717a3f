import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './files.ts';

const icon = 'src/web/public/favicon.svg';

/** Pictures for clients without SVG support, with the SVG they are drawn from. */
const pictures = [
  { name: 'share.png', from: 'src/web/theme/share.svg', width: 1200 },
  { name: 'apple-touch-icon.png', from: icon, width: 180 },
  { name: 'icon-192.png', from: icon, width: 192 },
  { name: 'icon-512.png', from: icon, width: 512 },
];

/** Background of the icon. */
const red = '#c8262c';

/** Renders the icon without round corners: systems cut a shape out of it, at most a fifth from each side. */
const drawMaskable = async (folder: string) =>
  sharp(await readFile(join(root, icon)), { density: 600 })
    .resize({ width: 410 })
    .extend({ top: 51, bottom: 51, left: 51, right: 51, background: red })
    .flatten({ background: red })
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, 'icon-maskable-512.png'));

/** Renders the icons and the preview image of shared links into a folder. */
export async function drawPictures(folder: string) {
  for (const { name, from, width } of pictures) {
    const drawing = await readFile(join(root, from));
    await sharp(drawing, { density: 300 })
      .resize({ width })
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(folder, name));
  }
  await drawMaskable(folder);
}
