/** Its subject is the stored path of a picture without its smaller versions. */
export const MAKE_VARIANTS = 'make-variants'

/** Its subject is the stored path of a photo that was kept as it was sent. */
export const RENEW_PHOTO = 'renew-photo'

/** Its subject is Razorpay's id of an order whose money has not come yet. */
export const RECONCILE_ORDER = 'reconcile-order'

/**
 * They wait while there is anything else to do: there may be thousands of photos after an update, and Razorpay is asked only in case its
 * own word was lost.
 */
export const PATIENT_KINDS = [RENEW_PHOTO, RECONCILE_ORDER] as const
