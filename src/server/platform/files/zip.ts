import { openPromise, type Entry, type ZipFile } from 'yauzl';

const zipLimits = {
  entries: 10_000,
  /** Maximum ratio of unpacked to packed bytes, in total and per entry; from `small` bytes on. */
  ratio: 100,
  small: 10_000_000,
};

type Span = { start: number; end: number };

/**
 * Returns true for one whole archive that unpacks to the sizes it declares, below the target folder. Reads
 * its directory and the header of every entry; unpacks nothing.
 */
export async function isHarmlessZip(path: string): Promise<boolean> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    // Rejects names with `..`, a root or a drive; programs for Windows write backslashes between folders.
    strictFileNames: false,
  }).catch(() => null);
  if (!zip) return false;
  try {
    return zip.entryCount <= zipLimits.entries && (await isConsistent(zip));
  } catch {
    // Only the reader runs here, on bytes of a visitor.
    return false;
  } finally {
    zip.close();
  }
}

async function isConsistent(zip: ZipFile) {
  const spans: Span[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (!isHarmless(entry)) return false;
    unpacked += entry.uncompressedSize;
    const head = await zip.readLocalFileHeaderPromise(entry);
    // Some programs use the name in the local header, others that in the directory: both must be equal.
    if (!head.fileName.equals(entry.fileNameRaw)) return false;
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push({ start, end: head.fileDataStart + entry.compressedSize });
  }
  return isTooMuch(unpacked, zip.fileSize) ? false : doNotOverlap(spans, zip.fileSize);
}

const isHarmless = ({ fileName, uncompressedSize, compressedSize, ...entry }: Entry) =>
  !hasControls.test(fileName) &&
  !isLink(entry.externalFileAttributes) &&
  !isTooMuch(uncompressedSize, compressedSize);

// eslint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Returns true for a symbolic link; the upper half of the attributes is the Unix mode. */
const isLink = (attributes: number) => ((attributes >>> 16) & 0o170_000) === 0o120_000;

const isTooMuch = (unpacked: number, packed: number) =>
  unpacked > zipLimits.small && unpacked > packed * zipLimits.ratio;

/**
 * Returns true when the first entry starts at byte 0 and no two overlap: bytes in front could be another
 * file, and shared bytes unpack to more than the ratio of each entry shows.
 */
function doNotOverlap(spans: Span[], size: number) {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  if (ordered[0]?.start !== 0) return false;
  return ordered.every(({ end }, at) => end <= (ordered[at + 1]?.start ?? size));
}
