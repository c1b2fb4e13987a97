import { Readable } from 'node:stream'
import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { CERTIFICATE_MAX_BYTES } from '@sevadesk/contract/donors/certificate.ts'
import type { Tables } from '@sevadesk/server/db/schema.ts'
import type { Media, StagedFile } from '@sevadesk/server/media/media.ts'
import { examplePdf } from './example-pdf.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The last two financial years that are over, each with the days since its certificate came. */
const SAMPLES = [
  { yearsAgo: 1, daysAgo: 40 },
  { yearsAgo: 2, daysAgo: 400 },
] as const

/** Certificates of one donor. Their files say that they are examples. */
export async function stageCertificates(media: Media): Promise<StagedFile[]> {
  const pdf = examplePdf(['Example', 'This is not a real certificate.'])
  const options = { name: 'example.pdf', maxBytes: CERTIFICATE_MAX_BYTES, kind: 'pdf' } as const
  return Promise.all(SAMPLES.map(() => media.stage(Readable.from([pdf]), options)))
}

export function sampleCertificates(
  files: readonly StagedFile[],
  { donorId, now, timeZone, newId }: { donorId: string; now: Date; timeZone: string; newId: () => string },
): Tables['donor_certificates'][] {
  const today = zonedDate(now.getTime(), timeZone)
  return SAMPLES.flatMap(({ yearsAgo, daysAgo }, index) => {
    const file = files[index]
    if (!file) return []
    const { path, bytes } = file
    const year = financialYear(`${Number(today.slice(0, 4)) - yearsAgo}${today.slice(4)}`)
    const created_at = new Date(now.getTime() - daysAgo * DAY_MS).toISOString()
    const number = `EXAMPLE${index + 1}`
    return { id: newId(), donor_id: donorId, year, number, path, bytes, added_by: null, created_at }
  })
}
