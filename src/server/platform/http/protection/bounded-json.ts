const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Maximum depth of nesting: no schema of the contract nests deeper. */
const maxDepth = 32;
/** Maximum of bytes outside of strings, and quotes: valid bodies have fewer. */
const maxSyntaxBytes = 64 * 1024;

/**
 * Returns a function that takes JSON in chunks, and returns false as soon as it is not cheap to parse.
 * V8 needs seconds and a gigabyte for a megabyte of brackets or small values, and next to nothing for
 * one long string. Broken JSON may pass, since parsing it fails quickly.
 */
export function jsonScanner() {
  let depth = 0;
  let syntax = 0;
  let isInString = false;
  /** 1 if the last chunk ended with a backslash that escapes the first byte of the next one. */
  let escaped = 0;
  return (chunk: Buffer): boolean => {
    let at = escaped;
    // That byte may be a quote, which counts.
    syntax += escaped;
    escaped = 0;
    while (at < chunk.length && syntax <= maxSyntaxBytes) {
      const next = chunk.indexOf(quote, at);
      const end = next < 0 ? chunk.length : next;
      if (isInString) {
        isInString = next < 0 || isEscaped(chunk, end, at);
        if (next < 0 && isEscaped(chunk, end, at)) escaped = 1;
      } else {
        syntax += end - at;
        if (syntax > maxSyntaxBytes) return false;
        for (; at < end; at += 1) {
          const byte = chunk[at] ?? 0;
          if (opening.has(byte)) depth += 1;
          else if (closing.has(byte)) depth -= 1;
          if (depth > maxDepth) return false;
        }
        isInString = next >= 0;
      }
      if (next >= 0) syntax += 1;
      at = end + 1;
    }
    return syntax <= maxSyntaxBytes;
  };
}

/** Returns true if an odd number of backslashes precedes this position, counting back to `from`. */
function isEscaped(json: Buffer, place: number, from: number) {
  let before = place;
  while (before > from && json[before - 1] === backslash) before -= 1;
  return (place - before) % 2 === 1;
}
