/** Specification, section 5. */
export interface PasswordRequirement {
  key: 'length' | 'uppercase' | 'lowercase' | 'number' | 'special'
  /** Such as "at least 8 characters". */
  text: string
  isMet(password: string): boolean
}

export const PASSWORD_REQUIREMENTS: readonly PasswordRequirement[] = [
  { key: 'length', text: 'at least 8 characters', isMet: (password) => [...password].length >= 8 },
  { key: 'uppercase', text: 'an uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { key: 'lowercase', text: 'a lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { key: 'number', text: 'a number', isMet: (password) => /[0-9]/.test(password) },
  { key: 'special', text: 'a special character', isMet: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password) },
]

export function meetsPasswordRequirements(password: string): boolean {
  return PASSWORD_REQUIREMENTS.every(({ isMet }) => isMet(password))
}

/**
 * Maps and normalises a password for hashing and comparison as OpaqueString of RFC 8265: keyboards
 * write the same Hindi letter or space as different characters. The requirements judge what was typed.
 */
export function preparePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

/** Specification, section 5. */
export type PasswordFault =
  | 'old-missing'
  | 'new-missing'
  | 'new-weak'
  | 'confirm-missing'
  | 'confirm-differs'
  | 'new-is-old'

/** Returns the first fault in the order of the specification. */
export function passwordFault({
  oldPassword,
  newPassword,
  confirmPassword,
}: PasswordChange): PasswordFault | undefined {
  if (oldPassword === '') return 'old-missing'
  if (newPassword === '') return 'new-missing'
  if (!meetsPasswordRequirements(newPassword)) return 'new-weak'
  if (confirmPassword === '') return 'confirm-missing'
  const prepared = preparePassword(newPassword)
  if (preparePassword(confirmPassword) !== prepared) return 'confirm-differs'
  if (prepared === preparePassword(oldPassword)) return 'new-is-old'
  return undefined
}
