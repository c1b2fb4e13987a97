import type { FileKind } from '../../media/media.ts'
import { megabytes } from '../../media/upload-errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { fieldName } from '../validation.ts'

/** Messages about a form with files. Messages about one file are in media/upload-errors.ts. */

export function wrongField(name: string, kind: FileKind): LocalisedText {
  return {
    en: `“${name}” was sent in a field that does not accept a ${kind === 'pdf' ? 'PDF file' : kind}.`,
    hi: {
      photo: `“${name}” ऐसी जगह भेजी गई है जहाँ फ़ोटो नहीं ली जाती।`,
      video: `“${name}” ऐसी जगह भेजा गया है जहाँ वीडियो नहीं लिया जाता।`,
      pdf: `“${name}” ऐसी जगह भेजी गई है जहाँ PDF फ़ाइल नहीं ली जाती।`,
    }[kind],
  }
}

export function tooManyFiles(maxFiles: number, kind: FileKind): LocalisedText {
  if (kind === 'video') return { en: 'Please choose one video only.', hi: 'सिर्फ़ एक वीडियो चुनें।' }
  if (kind === 'pdf') return { en: 'Please choose one PDF file only.', hi: 'सिर्फ़ एक PDF फ़ाइल चुनें।' }
  if (maxFiles === 1) return { en: 'Please choose one photo only.', hi: 'सिर्फ़ एक फ़ोटो चुनें।' }
  return {
    en: `You can send at most ${maxFiles} photos at once.`,
    hi: `एक बार में ज़्यादा से ज़्यादा ${maxFiles} फ़ोटो भेजी जा सकती हैं।`,
  }
}

/**
 * For a form refused by its declared length, before a file's name is known. `maxBytes` is per file.
 */
export function formTooLarge(maxFiles: number, maxBytes: number, kind: FileKind): LocalisedText {
  const limit = megabytes(maxBytes)
  if (kind === 'pdf') {
    return {
      en: `This file is too large. A PDF file can be at most ${limit} MB.`,
      hi: `यह फ़ाइल बहुत बड़ी है। PDF फ़ाइल ज़्यादा से ज़्यादा ${limit} MB की हो सकती है।`,
    }
  }
  if (kind === 'video') {
    return {
      en: `This video is too large. A video can be at most ${limit} MB.`,
      hi: `यह वीडियो बहुत बड़ा है। वीडियो ज़्यादा से ज़्यादा ${limit} MB का हो सकता है।`,
    }
  }
  if (maxFiles === 1) {
    return {
      en: `This photo is too large. A photo can be at most ${limit} MB.`,
      hi: `यह फ़ोटो बहुत बड़ी है। फ़ोटो ज़्यादा से ज़्यादा ${limit} MB की हो सकती है।`,
    }
  }
  return {
    en: `These photos are too large together. You can send at most ${maxFiles} photos of ${limit} MB at once.`,
    hi: `ये फ़ोटो मिलाकर बहुत बड़ी हैं। एक बार में ${limit} MB की ज़्यादा से ज़्यादा ${maxFiles} फ़ोटो भेज सकते हैं।`,
  }
}

export function notText(field: string): [LocalisedText, Record<string, LocalisedText>] {
  const { en, hi } = fieldName(field)
  const message = { en: `${en} must be text.`, hi: `${hi} में लिखा हुआ पाठ हो।` }
  return [message, { [field]: message }]
}

export function tooManyFields(): LocalisedText {
  return { en: 'This form has too many fields.', hi: 'इस फ़ॉर्म में ज़रूरत से ज़्यादा खाने हैं।' }
}

export function incompleteUpload(): LocalisedText {
  return {
    en: 'The upload was interrupted or is incomplete. Please try again.',
    hi: 'अपलोड बीच में रुक गया या पूरा नहीं हुआ। फिर से कोशिश करें।',
  }
}
