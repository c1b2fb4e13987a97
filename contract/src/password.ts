/** One thing that a new password must have (specification, section 5). */
export interface PasswordRequirement {
  key: 'length' | 'uppercase' | 'lowercase' | 'number' | 'special'
  /** As it reads in a list: "at least 8 characters". */
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
