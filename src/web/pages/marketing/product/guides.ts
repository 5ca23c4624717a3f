/** How large the guides are, in bytes. Written by `tools/guides.ts` together with the files. */
export const guideBytes = { 'pt-BR': 181572, 'en-US': 162094 };
