/** Subject: the stored path of a picture without smaller versions. */
export const MAKE_VARIANTS = 'make-variants'
/** Subject: `all`, the donations without a donor. */
export const MATCH_DONORS = 'match-donors'
/** Subject: `all`, the keys and search texts of all records. */
export const RENEW_KEYS = 'renew-keys'
