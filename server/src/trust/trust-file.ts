import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import type { Language } from '../text/localised-text.ts'
import { Field, unprintableIn } from './trust-field.ts'
import { explain, trustFilePath } from './trust-file-path.ts'
import { readTrustPicture } from './trust-picture.ts'
import { type DonorDetail, plainTrust, type Trust, type TrustDetails, type Wording } from './trust-settings.ts'

/** The name of the product stands for that of a trust which has not said its own. */
const NAMELESS = 'SevaDesk'
const DONOR_DETAILS = ['name', 'address', 'pan'] as const satisfies readonly DonorDetail[]
const LANGUAGES = ['en', 'hi'] as const

type TrustConfig = Pick<Config, 'trustFile' | 'dataDir' | 'trustName' | 'language'>

/**
 * Reads the trust's details for receipts, with their pictures. Without a file, and without a TRUST_FILE that promises one, receipts are
 * plain. Throws StartError with one sentence that names the file and the field.
 */
export async function readTrust(config: TrustConfig): Promise<Trust> {
  const file = trustFilePath(config)
  const plain = plainTrust(config.trustName ?? NAMELESS, config.language)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Of a data folder that cannot be one, the database will speak.
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    if (isMissing && config.trustFile === undefined) return null
    throw new StartError(`The trust's details in ${file} (TRUST_FILE) cannot be read: ${error.message}.`)
  })
  if (text === null) return assertPrintable(plain)
  try {
    return await readDetails(JSON.parse(text.replace(/^\uFEFF/, '')), plain, dirname(file))
  } catch (error) {
    throw explain(file, error)
  }
}

/** The name of TRUST_NAME, which receipts bear without a file. */
function assertPrintable(plain: Trust): Trust {
  const lost = unprintableIn(plain.details.name)
  if (lost.length === 0) return plain
  throw new StartError(
    `TRUST_NAME has characters that receipts cannot be printed with: ${lost.join(' ')}; give receipts a name of their own in trust.json.`,
  )
}

async function readDetails(value: unknown, plain: Trust, folder: string): Promise<Trust> {
  const language = languageOf(value) ?? plain.language
  const top = new Field(value, '', language).fields(
    'name',
    'address',
    'registration',
    'pan',
    'phone',
    'email',
    'website',
    'logo',
    'signatory',
    'receipts',
    'wordings',
  )
  const receipts = top.receipts.isGiven()
    ? top.receipts.fields('language', 'number', 'digits', 'linkDays')
    : new Field({}, 'receipts', language).fields('language', 'number', 'digits', 'linkDays')
  return {
    language: receipts.language.oneOf(LANGUAGES) ?? plain.language,
    numberFormat: readNumberFormat(receipts.number) ?? plain.numberFormat,
    numberDigits: receipts.digits.whole(1, 12) ?? plain.numberDigits,
    linkDays: receipts.linkDays.whole(1, 36_500) ?? plain.linkDays,
    details: {
      name: top.name.neededText(),
      address: top.address.lines(),
      registration: top.registration.text(),
      pan: top.pan.formed(/^[A-Z]{5}\d{4}[A-Z]$/, 'AAATS1234F'),
      phone: top.phone.printed(),
      email: top.email.printed(),
      website: top.website.printed(),
      logo: await readTrustPicture(top.logo, folder),
      signatory: await readSignatory(top.signatory, folder),
    },
    wordings: readWordings(top.wordings),
  }
}

/** Looked at first, since every text is read in this language; what is wrong with it is said in its turn. */
function languageOf(value: unknown): Language | undefined {
  const { receipts } = (value ?? {}) as { receipts?: { language?: unknown } }
  return LANGUAGES.find((language) => language === receipts?.language)
}

function readNumberFormat(field: Field): string | null {
  const format = field.formed(/^[A-Za-z0-9/._{}-]{1,60}$/, 'SD/{year}/{number}')
  if (format === null) return null
  const rest = format.replace('{year}', '').replace('{number}', '')
  if (rest.length === format.length - '{year}{number}'.length && !/[{}]/.test(rest)) return format
  throw field.wrong(`must have {year} and {number} in it, once each, but it is "${format}"`)
}

async function readSignatory(field: Field, folder: string): Promise<TrustDetails['signatory']> {
  if (!field.isGiven()) return null
  const { name, designation, picture } = field.fields('name', 'designation', 'picture')
  return {
    name: name.neededText(),
    designation: designation.text(),
    picture: await readTrustPicture(picture, folder),
  }
}

function readWordings(field: Field): Wording[] {
  const wordings = field.entries().map(readWording)
  const days = wordings.map(({ from }) => from)
  const twice = days.find((day, index) => days.indexOf(day) !== index)
  if (twice !== undefined) throw field.wrong(`must not have two entries from the same day, ${twice}`)
  return wordings.sort((a, b) => (a.from < b.from ? 1 : -1))
}

function readWording(field: Field): Wording {
  const wording = field.fields('from', 'title', 'approval', 'declaration', 'statement', 'needs', 'missing', 'cash')
  return {
    from: wording.from.neededDay(),
    title: wording.title.text(),
    approval: wording.approval.lines(),
    declaration: wording.declaration.text(),
    statement: wording.statement.lines(),
    needs: wording.needs.entries().map((detail) => detail.neededOneOf(DONOR_DETAILS)),
    missing: wording.missing.text(),
    cash: readCash(wording.cash),
  }
}

/** The file says rupees, as people do; the code counts in paise. */
function readCash(field: Field): Wording['cash'] {
  if (!field.isGiven()) return null
  const { aboveRupees, text } = field.fields('aboveRupees', 'text')
  const rupees = aboveRupees.whole(0, 1_000_000_000)
  if (rupees === null) throw aboveRupees.wrong('must be there')
  return { above: rupees * 100, text: text.neededText() }
}
