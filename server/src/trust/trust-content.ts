import type { SettingsContent } from '@sevadesk/contract/settings/settings-schemas.ts'
import type { LocalisedText } from '../text/localised-text.ts'
import { TrustFieldError } from './trust-file-error.ts'
import { assertFewPixels, dataUrl, parseDataUrl } from './trust-picture.ts'
import type { TrustFile } from './trust-schema.ts'
import {
  plainTrust,
  type ReceiptLanguage,
  type Trust,
  type TrustPicture,
  type TrustRule,
  type Wording,
} from './trust-settings.ts'
import { receiptLanguage, validateTrust } from './trust-validation.ts'

/** How a picture of the content is read: its field and its value there. Throws TrustFieldError. */
type ReadPicture = (field: string, value: string) => TrustPicture

/**
 * Validates the trust's details, and returns them with their pictures as data URLs, to be stored.
 * `defaultLanguage` is that of receipts if the content sets none. Throws TrustFieldError for the first
 * fault.
 */
export function readContent(
  content: unknown,
  defaultLanguage: ReceiptLanguage,
  readPicture: ReadPicture,
): SettingsContent {
  const language = receiptLanguage(content) ?? defaultLanguage
  const { file, errors } = validateTrust(content, language)
  if (errors[0]) throw errors[0]
  const stored = withPictures(content as SettingsContent, file, readPicture)
  // A later change of the default changes no receipt.
  return { ...stored, receipts: { ...stored.receipts, language } }
}

function withPictures(content: SettingsContent, file: TrustFile, read: ReadPicture): SettingsContent {
  const { logo } = file
  const picture = file.signatory?.picture
  const stored: SettingsContent = JSON.parse(JSON.stringify(content, (_name, value) => toStored(value)))
  if (logo !== undefined) stored.logo = dataUrl(read('logo', logo))
  if (stored.signatory && picture !== undefined) stored.signatory.picture = dataUrl(read('signatory.picture', picture))
  return stored
}

function toStored(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : (value ?? undefined)
}

/** Returns what valid content says in the language of receipts. */
export function trustOf(content: SettingsContent, defaultLanguage: ReceiptLanguage): Trust {
  const language = receiptLanguage(content) ?? defaultLanguage
  const inOther = validateTrust(content, otherThan(language), { mayMissTexts: true }).file
  return toTrust(validateTrust(content, language).file, language, inOther)
}

/** `inOther` is the same content in the other language. */
export function toTrust(file: TrustFile, language: ReceiptLanguage, inOther: TrustFile = file): Trust {
  const plain = plainTrust(file.name, language)
  const { receipts, signatory } = file
  const picture = (field: string, url: string | undefined) => (url === undefined ? null : parseDataUrl(field, url))
  return {
    language: receipts?.language ?? language,
    numberFormat: receipts?.number ?? plain.numberFormat,
    numberDigits: receipts?.digits ?? plain.numberDigits,
    linkDays: receipts?.linkDays ?? plain.linkDays,
    details: {
      name: file.name,
      address: file.address ?? [],
      registration: file.registration ?? null,
      pan: file.pan ?? null,
      phone: file.phone ?? null,
      email: file.email ?? null,
      website: file.website ?? null,
      logo: picture('logo', file.logo),
      signatory: signatory
        ? {
            name: signatory.name,
            designation: signatory.designation ?? null,
            picture: picture('signatory.picture', signatory.picture),
          }
        : null,
    },
    wordings: toWordings(file.wordings ?? []),
    rules: toRules(file.rules ?? [], (text, index) => {
      const other = inOther.rules?.[index]?.certificate || text
      return (asked) => (asked === otherThan(language) ? other : text)
    }),
  }
}

/** The latest first. */
function toWordings(entries: NonNullable<TrustFile['wordings']>): Wording[] {
  return entries
    .map(({ from, title, approval, declaration, statement, needs, missing, cash, cheque }) => ({
      from,
      title: title ?? null,
      approval: approval ?? [],
      declaration: declaration ?? null,
      statement: statement ?? [],
      needs: needs ?? [],
      missing: missing ?? null,
      // The content has rupees; the code counts in paise.
      cash: cash ? { above: cash.aboveRupees * 100, text: cash.text } : null,
      cheque: cheque ?? null,
    }))
    .sort((a, b) => (a.from < b.from ? 1 : -1))
}

/** The latest first. `nameOf` returns what certificates are called. */
function toRules(
  entries: NonNullable<TrustFile['rules']>,
  nameOf: (certificate: string, index: number) => LocalisedText,
): TrustRule[] {
  return entries
    .map(({ from, cashDayLimit, anonymousLimit, certificate, ...rule }, index) => ({
      from,
      cashDayLimit: cashDayLimit === undefined ? null : cashDayLimit * 100,
      anonymousLimit: anonymousLimit === undefined ? null : anonymousLimit * 100,
      anonymousShare: rule.anonymousShare ?? null,
      receiptOnClearing: rule.receiptOnClearing ?? true,
      receiptForLeaf: rule.receiptForLeaf ?? false,
      fcra: rule.fcra ?? null,
      ...(certificate !== undefined && { certificate: nameOf(certificate, index) }),
    }))
    .sort((a, b) => (a.from < b.from ? 1 : -1))
}

/**
 * The faults of content from a form, one for each field. Pictures are data URLs. One of
 * `savedPictures` may have any number of pixels.
 */
export function contentErrors(
  content: unknown,
  language: ReceiptLanguage,
  savedPictures: readonly unknown[],
): TrustFieldError[] {
  const other = otherThan(language)
  const { file, errors } = validateTrust(content, language)
  const inOther = validateTrust(content, other, { mayMissTexts: true }).errors
  const all = [...errors, ...inOther, ...pictureErrors(file, savedPictures)]
  // The first one of a field counts.
  return [...new Map(all.toReversed().map((error) => [error.formField, error])).values()].reverse()
}

function pictureErrors({ logo, signatory }: TrustFile, savedPictures: readonly unknown[]): TrustFieldError[] {
  const pictures = { logo, 'signatory.picture': signatory?.picture }
  return Object.entries(pictures).flatMap(([field, url]) => {
    if (typeof url !== 'string') return []
    try {
      const picture = parseDataUrl(field, url)
      if (!savedPictures.includes(url)) assertFewPixels(field, picture)
      return []
    } catch (error) {
      if (error instanceof TrustFieldError) return error
      throw error
    }
  })
}

function otherThan(language: ReceiptLanguage): ReceiptLanguage {
  return language === 'en' ? 'hi' : 'en'
}
