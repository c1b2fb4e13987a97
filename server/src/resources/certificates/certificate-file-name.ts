/** Keeps the file's name below 255 bytes, the limit of file systems. A character has at most 4. */
const DONOR_MAX_CHARACTERS = 50

interface NamedCertificate {
  year: string
  number: string
  donorName: string
}

/**
 * Returns the `Content-Disposition` of a certificate's file. The file name ends with the donor's name.
 * `filename` omits a name that is not ASCII; `filename*` always has it (RFC 6266).
 */
export function certificateDisposition({ year, number, donorName }: NamedCertificate): string {
  const parts = ['certificate', year, number.replace(/[^A-Za-z0-9._-]/g, '-')]
  const donor = toPart(donorName)
  const whole = fileName([...parts, donor])
  const ascii = /^[\x20-\x7e]*$/.test(donor) ? whole : fileName(parts)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(whole)}`
}

function fileName(parts: readonly string[]): string {
  return `${parts.filter(Boolean).join('-')}.pdf`
}

/** Keeps letters with their marks, and digits. */
function toPart(text: string): string {
  const safe = text.replace(/\p{Cf}/gu, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...safe].slice(0, DONOR_MAX_CHARACTERS).join('').replace(/^-|-$/g, '')
}
