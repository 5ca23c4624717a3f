const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Maximum depth of nesting: no schema of the contract nests deeper. */
const maxDepth = 32;
/** Maximum of bytes outside of strings, and quotes: valid bodies have fewer. */
const maxSyntaxBytes = 64 * 1024;

/**
 * Returns true if JSON is cheap to parse, after one pass over its bytes. V8 needs seconds and a
 * gigabyte for a megabyte of brackets or small values, and next to nothing for one long string. Broken
 * JSON may pass, since parsing it fails quickly.
 */
export const isBoundedJson = (json: Buffer): boolean => {
  let depth = 0;
  let syntax = 0;
  let isInString = false;
  for (let at = 0; at < json.length && syntax <= maxSyntaxBytes; syntax += 1) {
    const next = json.indexOf(quote, at);
    const end = next < 0 ? json.length : next;
    if (!isInString) {
      syntax += end - at;
      if (syntax > maxSyntaxBytes) return false;
      for (; at < end; at += 1) {
        const byte = json[at] ?? 0;
        if (opening.has(byte)) depth += 1;
        else if (closing.has(byte)) depth -= 1;
        if (depth > maxDepth) return false;
      }
      isInString = true;
    } else if (!isEscaped(json, end, at)) isInString = false;
    at = end + 1;
  }
  return syntax <= maxSyntaxBytes;
};

/** Returns true if an odd number of backslashes precedes this position, counting back to `from`. */
const isEscaped = (json: Buffer, place: number, from: number) => {
  let before = place;
  while (before > from && json[before - 1] === backslash) before -= 1;
  return (place - before) % 2 === 1;
};
