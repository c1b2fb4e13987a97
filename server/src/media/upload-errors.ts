import { badRequest, HttpError, tooLarge, unsupportedMedia } from '../errors.ts'
import { localised } from '../text/localised-text.ts'
import type { FileKind } from './media.ts'

/** Errors for one uploaded file. Each message contains the file's name as sent by the client. */

const ALLOWED = localised('Please choose JPEG, PNG, WebP, AVIF or GIF.')

export function emptyFile(name: string): HttpError {
  return badRequest(localised('“{name}” is empty.', { name }))
}

export function megabytes(maxBytes: number): string {
  return String(Math.round((maxBytes / 1024 / 1024) * 1000) / 1000)
}

export function fileTooLarge(name: string, kind: FileKind, maxBytes: number): HttpError {
  const limit = megabytes(maxBytes)
  const sentences = {
    photo: localised('“{name}” is too large. A photo can be at most {limit} MB.', { name, limit }),
    video: localised('“{name}” is too large. A video can be at most {limit} MB.', { name, limit }),
    pdf: localised('“{name}” is too large. A PDF file can be at most {limit} MB.', { name, limit }),
  }
  return tooLarge(sentences[kind])
}

export function notAPdf(name: string): HttpError {
  return unsupportedMedia(localised('“{name}” is not a PDF file. Please choose a PDF file.', { name }))
}

export function damagedPdf(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” is damaged or incomplete. Please download it again and choose the new copy.', { name }),
  )
}

export function notAPhoto(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” is not a photo that can be shown here. {allowed}', { name, allowed: ALLOWED }),
  )
}

/** iPhones send HEIC. The message names the setting as iOS does. */
export function heicPhoto(name: string): HttpError {
  return unsupportedMedia(
    localised(
      '“{name}” is a HEIC photo, which most browsers cannot show. On the iPhone choose Settings › Camera › Formats › Most Compatible for new photos; for this one, take a screenshot of it and send that.',
      { name },
    ),
  )
}

export function damagedPhoto(name: string): HttpError {
  return unsupportedMedia(
    localised('“{name}” is damaged or incomplete and cannot be opened. Please choose another copy of it.', { name }),
  )
}

/** A server error: the photo may be good. `cause` is logged. */
export function photoProcessingFailed(name: string, cause: unknown): HttpError {
  const sentence = localised('The server could not process “{name}” just now. Please try again.', { name })
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
    return tooLarge(
      localised(
        '“{name}” is an animation of {frames} frames with {has} megapixels in total. The limit is {most}. Please make it shorter or smaller.',
        { name, frames, has, most },
      ),
    )
  return tooLarge(
    localised(
      '“{name}” has {has} megapixels. The limit is {most}. Please make it smaller, for example by taking a screenshot.',
      { name, has, most },
    ),
  )
}

/** For AVIF and progressive JPEG, which are decoded in one piece. */
export function tooMuchMemory(name: string): HttpError {
  return tooLarge(
    localised(
      '“{name}” is too large for the server to open. Please make it smaller, for example by taking a screenshot.',
      { name },
    ),
  )
}
