/** By SQLSTATE (appendix A of PostgreSQL's manual). */
const ADVICE: Readonly<Record<string, string>> = {
  '25006': 'let DATABASE_URL lead to the primary, or allow writes',
  '28000': 'correct the user and the password in DATABASE_URL',
  '28P01': 'correct the user and the password in DATABASE_URL',
  '3D000': 'create that database, or correct DATABASE_URL',
  '42501': 'let the user of DATABASE_URL own the database',
  '53300': 'raise that limit, or end other connections',
}

/** Returns what the operator may do about a database that cannot be used, to follow its message. */
export function adviceOn(error: unknown): string {
  const { code } = Object(error) as { code?: string }
  return `; ${ADVICE[code ?? ''] ?? 'see that PostgreSQL runs well there, or correct DATABASE_URL'}.`
}
