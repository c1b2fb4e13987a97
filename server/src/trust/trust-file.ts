import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { explainTrustError, TrustFieldError } from './trust-file-error.ts'
import { trustFilePath } from './trust-file-path.ts'
import { readTrustPicture } from './trust-picture.ts'
import { parseTrustFile, type TrustFile, unprintableIn } from './trust-schema.ts'
import { plainTrust, type Trust, type Wording } from './trust-settings.ts'

const DEFAULT_NAME = 'SevaDesk'

type TrustConfig = Pick<Config, 'trustFile' | 'dataDir' | 'trustName' | 'language'>

/**
 * Reads the trust's details and pictures for receipts. If TRUST_FILE is not set, a missing file
 * gives plain receipts. Throws StartError that names the file and the field.
 */
export async function readTrust(config: TrustConfig): Promise<Trust> {
  const file = trustFilePath(config)
  const language = config.language ?? 'en'
  const plain = plainTrust(config.trustName ?? DEFAULT_NAME, language)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // If the data folder is unusable, opening the database reports that.
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    if (isMissing && config.trustFile === undefined) return null
    throw new StartError(`The trust's details in ${file} (TRUST_FILE) cannot be read: ${error.message}.`)
  })
  if (text === null) return assertPrintable(plain)
  try {
    const content = parseTrustFile(JSON.parse(text.replace(/^\uFEFF/, '')), language)
    return await toTrust(content, plain, dirname(file))
  } catch (error) {
    throw explainTrustError(file, error)
  }
}

function assertPrintable(plain: Trust): Trust {
  const unprintable = unprintableIn(plain.details.name)
  if (unprintable.length === 0) return plain
  throw new StartError(
    `TRUST_NAME has characters that receipts cannot print: ${unprintable.join(' ')}; set another name for receipts in trust.json.`,
  )
}

async function toTrust(content: TrustFile, plain: Trust, folder: string): Promise<Trust> {
  const { receipts, signatory } = content
  return {
    language: receipts?.language ?? plain.language,
    numberFormat: receipts?.number ?? plain.numberFormat,
    numberDigits: receipts?.digits ?? plain.numberDigits,
    linkDays: receipts?.linkDays ?? plain.linkDays,
    details: {
      name: content.name,
      address: content.address ?? [],
      registration: content.registration ?? null,
      pan: content.pan ?? null,
      phone: content.phone ?? null,
      email: content.email ?? null,
      website: content.website ?? null,
      logo: await readTrustPicture('logo', content.logo, folder),
      signatory: signatory
        ? {
            name: signatory.name,
            designation: signatory.designation ?? null,
            picture: await readTrustPicture('signatory.picture', signatory.picture, folder),
          }
        : null,
    },
    wordings: toWordings(content.wordings ?? []),
  }
}

function toWordings(entries: NonNullable<TrustFile['wordings']>): Wording[] {
  const days = entries.map(({ from }) => from)
  const repeated = days.find((day, index) => days.indexOf(day) !== index)
  if (repeated !== undefined) {
    throw new TrustFieldError('wordings', `must not have two entries from the same day, ${repeated}`)
  }
  return entries
    .map(({ from, title, approval, declaration, statement, needs, missing, cash }) => ({
      from,
      title: title ?? null,
      approval: approval ?? [],
      declaration: declaration ?? null,
      statement: statement ?? [],
      needs: needs ?? [],
      missing: missing ?? null,
      // The file has rupees; the code counts in paise.
      cash: cash ? { above: cash.aboveRupees * 100, text: cash.text } : null,
    }))
    .sort((a, b) => (a.from < b.from ? 1 : -1))
}
