/** Subject: the stored path of a picture without smaller versions. */
export const MAKE_VARIANTS = 'make-variants'
/** Subject: `all`, the donations without a donor. */
export const MATCH_DONORS = 'match-donors'
/**
 * Subject: `all`, the keys and search texts of all records, by the rules of migration 0030. A change of
 * these rules needs a kind of its own, which servers of an earlier version have no handler for; its
 * migration inserts a job that is due now, and one with the subject `again` in an hour, for what
 * servers of that version write until they stop.
 */
export const RENEW_KEYS = 'renew-keys'
