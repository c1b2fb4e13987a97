/** Its subject is the stored path of a picture without its smaller versions. */
export const MAKE_VARIANTS = 'make-variants'

/** Its subject is the stored path of a photo that was kept as it was sent. */
export const RENEW_PHOTO = 'renew-photo'

/** There may be thousands after an update: they wait while there is anything else to do. */
export const PATIENT_KINDS = [RENEW_PHOTO] as const
