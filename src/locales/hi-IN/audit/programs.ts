/** Entries about access for programs, about archives, and about comments. */
export const programActions = {
  scimToken: {
    created: 'SCIM टोकन बना',
    changed: 'SCIM टोकन बदला',
    removed: 'SCIM टोकन रद्द किया गया',
  },
  apiKey: {
    created: 'API कुंजी बनी',
    changed: 'API कुंजी बदली',
    removed: 'API कुंजी रद्द की गई',
  },
  webhook: {
    created: 'वेबहुक जोड़ा गया',
    changed: 'वेबहुक बदला',
    removed: 'वेबहुक हटाया गया',
  },
  archive: {
    created: 'निर्यात या आयात शुरू हुआ',
    changed: 'निर्यात या आयात बदला गया',
    removed: 'निर्यात या आयात हटाया गया',
    downloaded: 'फ़ाइल डाउनलोड की गई',
  },
  comment: {
    created: 'टिप्पणी जोड़ी गई',
    changed: 'टिप्पणी बदली गई',
    removed: 'टिप्पणी हटाई गई',
    restored: 'टिप्पणी वापस लाई गई',
  },
};
