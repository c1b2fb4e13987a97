import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Razorpay's checkout vouches for a payment: hex HMAC-SHA256 of `order|payment` with the key's secret. `orderId` is the one that we
 * stored, never one that the caller sent along.
 */
export function isCheckoutSignature(
  { orderId, paymentId }: { orderId: string; paymentId: string },
  signature: string,
  keySecret: string,
): boolean {
  return isSigned(`${orderId}|${paymentId}`, signature, keySecret)
}

/** Whether a webhook's body, byte for byte as it came, was signed with one of the secrets. */
export function isWebhookSignature(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => isSigned(body, signature, secret))
}

/** Takes the same time wherever two signatures begin to differ. */
function isSigned(content: string | Buffer, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(content).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return given.length === right.length && timingSafeEqual(given, right)
}
