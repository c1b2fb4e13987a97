/** Subject: the stored path of a picture without smaller versions. */
export const MAKE_VARIANTS = 'make-variants'
