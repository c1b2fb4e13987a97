/** Its subject is the stored path of a picture without its smaller versions. */
export const MAKE_VARIANTS = 'make-variants'

/** Its subject is the stored path of a photo that was kept as it was sent. */
export const RENEW_PHOTO = 'renew-photo'
