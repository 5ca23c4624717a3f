/** What reads and writes pictures: sharp, for formats that strangers may send. */
import sharp from 'sharp';

// What is not decoded cannot be attacked: of all that the library reads, these two stay open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
