import { Readable } from 'node:stream'
import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { timeInZone, zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { CERTIFICATE_MAX_BYTES } from '@sevadesk/contract/donors/certificate.ts'
import type { Tables } from '@sevadesk/server/db/db.ts'
import type { Media, StagedFile } from '@sevadesk/server/media/media.ts'
import { examplePdf } from './example-pdf.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Certificates are added in the weeks after the end of their financial year. */
const DAYS_AFTER_YEAR = 50
/** The last two financial years that ended so long ago. */
const YEARS_AGO = [1, 2] as const

/** Certificates of one donor. Their files say that they are examples. */
export async function stageCertificates(media: Media): Promise<StagedFile[]> {
  const pdf = examplePdf(['Example', 'This is not a real certificate.'])
  const options = { name: 'example.pdf', maxBytes: CERTIFICATE_MAX_BYTES, kind: 'pdf' } as const
  return Promise.all(YEARS_AGO.map(() => media.stage(Readable.from([pdf]), options)))
}

export function sampleCertificates(
  files: readonly StagedFile[],
  { donorId, now, timeZone, newId }: { donorId: string; now: Date; timeZone: string; newId: () => string },
): Tables['donor_certificates'][] {
  const day = zonedDate(now.getTime() - DAYS_AFTER_YEAR * DAY_MS, timeZone)
  return YEARS_AGO.flatMap((yearsAgo, index) => {
    const file = files[index]
    if (!file) return []
    const { path, bytes } = file
    const year = financialYear(`${Number(day.slice(0, 4)) - yearsAgo}${day.slice(4)}`)
    const firstMorning = timeInZone(`${daysOfFinancialYear(year).to}T11:30`, timeZone)
    const created_at = new Date(firstMorning + (DAYS_AFTER_YEAR - 1) * DAY_MS).toISOString()
    const number = `EXAMPLE${index + 1}`
    return { id: newId(), donor_id: donorId, year, number, path, bytes, added_by: null, created_at }
  })
}
