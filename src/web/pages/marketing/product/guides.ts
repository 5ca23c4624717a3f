/** How large the guides are, in bytes. Written by `tools/guides.ts` together with the files. */
export const guideBytes = { 'pt-BR': 182141, 'en-US': 162755 };
