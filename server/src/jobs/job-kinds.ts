/** Subject: the stored path of a picture without smaller versions. */
export const MAKE_VARIANTS = 'make-variants'

/** Subject: Razorpay's id of an order that is not paid yet. */
export const RECONCILE_ORDER = 'reconcile-order'

/** Run only when no other job is due: reconciliation matters only when a webhook was lost. */
export const LOW_PRIORITY_KINDS = [RECONCILE_ORDER] as const
