import type {
  ContentOf,
  SETTINGS_FIELDS,
  SettingsContent,
  SettingsText,
} from '@sevadesk/contract/settings/settings-fields.ts'
import type { LocalisedText } from '../text/localised-text.ts'
import { parseDataUrl } from './trust-picture.ts'
import { plainTrust, type ReceiptLanguage, type Trust, type TrustRule, type Wording } from './trust-settings.ts'

type InOneLanguage = ContentOf<typeof SETTINGS_FIELDS, string>

/** Returns what valid content says in the language of receipts. */
export function trustOf(content: SettingsContent, defaultLanguage: ReceiptLanguage): Trust {
  const language = content.receipts?.language ?? defaultLanguage
  const plain = plainTrust('', language)
  const { receipts, signatory, ...details } = inLanguage(content, language) as InOneLanguage
  const picture = (field: string, url: string | undefined) => (url === undefined ? null : parseDataUrl(field, url))
  return {
    language,
    numberFormat: receipts?.number ?? plain.numberFormat,
    numberDigits: receipts?.digits ?? plain.numberDigits,
    linkDays: receipts?.linkDays ?? plain.linkDays,
    details: {
      name: details.name,
      address: details.address ?? [],
      registration: details.registration ?? null,
      pan: details.pan ?? null,
      phone: details.phone ?? null,
      email: details.email ?? null,
      website: details.website ?? null,
      logo: picture('logo', details.logo),
      signatory: signatory
        ? {
            name: signatory.name,
            designation: signatory.designation ?? null,
            picture: picture('signatory.picture', signatory.picture),
          }
        : null,
    },
    wordings: (details.wordings ?? []).map(toWording).sort(latestFirst),
    rules: (content.rules ?? []).map((rule) => toRule(rule, language)).sort(latestFirst),
  }
}

/** Takes of each text the one in the language, or the other one if it is missing. */
function inLanguage(value: unknown, language: ReceiptLanguage): unknown {
  if (Array.isArray(value)) return value.map((part) => inLanguage(part, language))
  if (typeof value !== 'object' || value === null) return value
  if ('en' in value || 'hi' in value) return textIn(value as SettingsText, language)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part, language)]))
}

function textIn(text: SettingsText, language: ReceiptLanguage): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en ?? text.hi ?? '')
}

function toWording(wording: NonNullable<InOneLanguage['wordings']>[number]): Wording {
  const { from, title, approval, declaration, statement, needs, missing, cash, cheque } = wording
  return {
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
  }
}

function toRule(rule: NonNullable<SettingsContent['rules']>[number], language: ReceiptLanguage): TrustRule {
  const { from, cashDayLimit, anonymousLimit, certificate } = rule
  return {
    from,
    cashDayLimit: cashDayLimit === undefined ? null : cashDayLimit * 100,
    anonymousLimit: anonymousLimit === undefined ? null : anonymousLimit * 100,
    anonymousShare: rule.anonymousShare ?? null,
    receiptOnClearing: rule.receiptOnClearing ?? true,
    receiptForLeaf: rule.receiptForLeaf ?? false,
    fcra: rule.fcra ?? null,
    ...(certificate !== undefined && { certificate: inAnyLanguage(certificate, language) }),
  }
}

/** In a language without a text of its own, that of the receipts. */
function inAnyLanguage(text: SettingsText, language: ReceiptLanguage): LocalisedText {
  return (asked) => textIn(text, asked === 'en' || asked === 'hi' ? asked : language)
}

function latestFirst(a: { from: string }, b: { from: string }): number {
  return a.from < b.from ? 1 : -1
}
