import { badRequest, HttpError, tooLarge, unsupportedMedia } from '../errors.ts'
import type { FileKind } from './media.ts'

/** Errors for one uploaded file. Each message contains the file's name as sent by the client. */

const ALLOWED = {
  en: 'Please choose JPEG, PNG, WebP, AVIF or GIF.',
  hi: 'JPEG, PNG, WebP, AVIF या GIF चुनें।',
}

export function emptyFile(name: string): HttpError {
  return badRequest({ en: `“${name}” is empty.`, hi: `“${name}” ख़ाली है।` })
}

export function megabytes(maxBytes: number): string {
  return String(Math.round((maxBytes / 1024 / 1024) * 1000) / 1000)
}

export function fileTooLarge(name: string, kind: FileKind, maxBytes: number): HttpError {
  const limit = megabytes(maxBytes)
  const english = { photo: 'A photo', video: 'A video', pdf: 'A PDF file' }[kind]
  const hindi = {
    photo: `बहुत बड़ी है। फ़ोटो ज़्यादा से ज़्यादा ${limit} MB की हो सकती है।`,
    video: `बहुत बड़ा है। वीडियो ज़्यादा से ज़्यादा ${limit} MB का हो सकता है।`,
    pdf: `बहुत बड़ी है। PDF फ़ाइल ज़्यादा से ज़्यादा ${limit} MB की हो सकती है।`,
  }[kind]
  return tooLarge({
    en: `“${name}” is too large. ${english} can be at most ${limit} MB.`,
    hi: `“${name}” ${hindi}`,
  })
}

export function notAPdf(name: string): HttpError {
  return unsupportedMedia({
    en: `“${name}” is not a PDF file. Please choose a PDF file.`,
    hi: `“${name}” PDF फ़ाइल नहीं है। PDF फ़ाइल चुनें।`,
  })
}

export function damagedPdf(name: string): HttpError {
  return unsupportedMedia({
    en: `“${name}” is damaged or incomplete. Please download it again and choose the new copy.`,
    hi: `“${name}” ख़राब या अधूरी है। इसे फिर से डाउनलोड करके नई कॉपी चुनें।`,
  })
}

export function notAPhoto(name: string): HttpError {
  return unsupportedMedia({
    en: `“${name}” is not a photo that can be shown here. ${ALLOWED.en}`,
    hi: `“${name}” ऐसी फ़ोटो नहीं है जो यहाँ दिखाई जा सके। ${ALLOWED.hi}`,
  })
}

/** iPhones send HEIC. The message names the setting as iOS does. */
export function heicPhoto(name: string): HttpError {
  return unsupportedMedia({
    en:
      `“${name}” is a HEIC photo, which most browsers cannot show. On the iPhone choose Settings › Camera › Formats › ` +
      'Most Compatible for new photos; for this one, take a screenshot of it and send that.',
    hi:
      `“${name}” HEIC फ़ोटो है, जो ज़्यादातर ब्राउज़र नहीं दिखा पाते। नई फ़ोटो के लिए iPhone में Settings › Camera › Formats › ` +
      'Most Compatible चुनें; इस फ़ोटो का स्क्रीनशॉट लेकर वही भेजें।',
  })
}

export function damagedPhoto(name: string): HttpError {
  return unsupportedMedia({
    en: `“${name}” is damaged or incomplete and cannot be opened. Please choose another copy of it.`,
    hi: `“${name}” ख़राब या अधूरी है, इसलिए खुल नहीं पा रही। इसकी दूसरी कॉपी चुनें।`,
  })
}

/** A server error: the photo may be good. `cause` is logged. */
export function photoProcessingFailed(name: string, cause: unknown): HttpError {
  const sentence = {
    en: `The server could not process “${name}” just now. Please try again.`,
    hi: `सर्वर अभी “${name}” तैयार नहीं कर पाया। फिर से कोशिश करें।`,
  }
  const refusal = new HttpError(503, 'photo_not_made', sentence, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}

/** `pixels` is the declared number, of all frames together. */
export function tooManyPixels(
  name: string,
  { pixels, frames }: { pixels: number; frames: number },
  maxPixels: number,
): HttpError {
  const [has, most] = [Math.ceil(pixels / 1e6), Math.floor(maxPixels / 1e4) / 100]
  if (frames > 1)
    return tooLarge({
      en: `“${name}” is an animation of ${frames} frames with ${has} megapixels in total. The limit is ${most}. Please make it shorter or smaller.`,
      hi: `“${name}” चलती तस्वीर है: इसके ${frames} फ़्रेम मिलाकर ${has} मेगापिक्सल होते हैं; ज़्यादा से ज़्यादा ${most} लिए जा सकते हैं। इसे छोटी करें।`,
    })
  return tooLarge({
    en: `“${name}” has ${has} megapixels. The limit is ${most}. Please make it smaller, for example by taking a screenshot.`,
    hi: `“${name}” ${has} मेगापिक्सल की है; ज़्यादा से ज़्यादा ${most} की ली जा सकती है। इसे छोटी करें, जैसे स्क्रीनशॉट लेकर।`,
  })
}

/** For AVIF and progressive JPEG, which are decoded in one piece. */
export function tooMuchMemory(name: string): HttpError {
  return tooLarge({
    en: `“${name}” is too large for the server to open. Please make it smaller, for example by taking a screenshot.`,
    hi: `“${name}” इतनी बड़ी है कि सर्वर पर नहीं खुल पाती। इसे छोटी करें, जैसे स्क्रीनशॉट लेकर।`,
  })
}
