import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether `signature` is the hex HMAC-SHA256 of `orderId|paymentId`. `orderId` must be the stored
 * id, never the client's.
 */
export function isCheckoutSignature(
  { orderId, paymentId }: { orderId: string; paymentId: string },
  signature: string,
  keySecret: string,
): boolean {
  return isSigned(`${orderId}|${paymentId}`, signature, keySecret)
}

/** Whether the unparsed body was signed with one of the secrets. */
export function isWebhookSignature(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => isSigned(body, signature, secret))
}

/** Compares in constant time. */
function isSigned(content: string | Buffer, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(content).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return given.length === right.length && timingSafeEqual(given, right)
}
