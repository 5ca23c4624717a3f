/** Provides sharp with only the decoders for formats that visitors may upload. */
import sharp from 'sharp';

// A decoder that is not loaded can't be attacked: of all formats only these two stay enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
