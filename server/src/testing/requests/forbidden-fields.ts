export const OTHER_ID = 'bbbbbbbbbbbbbbbbbbbbbbbb'
export const LONG_AGO = '2000-01-01T00:00:00.000Z'

/**
 * Fields that a call ignores unless its schema names them: columns, and names an attacker may try.
 */
export const FORBIDDEN: Readonly<Record<string, unknown>> = {
  ...valued(OTHER_ID, '_id', 'id', 'sessionId', 'session_id', 'adminId', 'admin_id'),
  ...valued(LONG_AGO, 'createdAt', 'created_at', 'updatedAt', 'deletedAt', 'deleted_at'),
  ...valued('sent', 'passwordHash', 'password_hash', 'username', 'username_key', 'token', 'tokenHash', 'token_hash'),
  ...valued('/media/sent.jpg', 'path', 'imageUrl', 'videoUrl'),
  ...valued('captured', 'localStatus', 'status'),
  role: 'superadmin',
  sections: ['All'],
  password: 'Fine#2026',
  mustChangePassword: false,
  must_change_password: 0,
  expiresAt: '2999-01-01T00:00:00.000Z',
  isActive: true,
  receipt: { token: 'sent' },
  receipt_token: 'sent',
  razorpay: { paymentId: 'pay_sent' },
  payment_id: 'pay_sent',
  capabilities: ['all'],
  ip: '203.0.113.1',
}

function valued(value: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]))
}
