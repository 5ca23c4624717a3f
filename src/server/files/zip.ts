import { openPromise, type Entry, type ZipFile } from 'yauzl';

const most = {
  entries: 10_000,
  /** Bytes unpacked for each packed one, of all and of each; what is small may be packed as it likes. */
  ratio: 100,
  small: 10_000_000,
};

type Span = { start: number; end: number };

/**
 * Whether this is one whole archive that unpacks to what it says, below the folder it is unpacked
 * in. Nothing is unpacked here: its directory is read, and the head of every entry.
 */
export async function isHarmlessZip(path: string): Promise<boolean> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    // Names with `..`, a root, a drive or a backslash are errors.
    strictFileNames: true,
  }).catch(() => null);
  if (!zip) return false;
  try {
    return zip.entryCount <= most.entries && (await isInOrder(zip));
  } catch {
    // Nothing else is at work here but the reader, on bytes of a stranger.
    return false;
  } finally {
    zip.close();
  }
}

const isInOrder = async (zip: ZipFile) => {
  const spans: Span[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (!isHarmless(entry)) return false;
    unpacked += entry.uncompressedSize;
    const head = await zip.readLocalFileHeaderPromise(entry);
    // Programs that read the one name, and those that read the other, see the same.
    if (!head.fileName.equals(entry.fileNameRaw)) return false;
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push({ start, end: head.fileDataStart + entry.compressedSize });
  }
  return isTooMuch(unpacked, zip.fileSize) ? false : standApart(spans, zip.fileSize);
};

const isHarmless = ({ fileName, uncompressedSize, compressedSize, ...entry }: Entry) =>
  !hasControls.test(fileName) &&
  !isLink(entry.externalFileAttributes) &&
  !isTooMuch(uncompressedSize, compressedSize);

// eslint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** The upper half of these attributes is the mode of Unix. */
const isLink = (attributes: number) => ((attributes >>> 16) & 0o170_000) === 0o120_000;

const isTooMuch = (unpacked: number, packed: number) =>
  unpacked > most.small && unpacked > packed * most.ratio;

/**
 * Whether the entries begin where the file does and no two share their bytes: what stands in front
 * would be another file, and what is shared unpacks to more than the ratio of each tells.
 */
const standApart = (spans: Span[], size: number) => {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  if (ordered[0]?.start !== 0) return false;
  return ordered.every(({ end }, at) => end <= (ordered[at + 1]?.start ?? size));
};
