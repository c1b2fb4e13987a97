import type { TSchema } from 'typebox'
import type { FileKind } from '../../media/media.ts'
import { megabytes } from '../../media/upload-errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { labelOf } from '../validation.ts'

/** Messages about a form with files. Messages about one file are in media/upload-errors.ts. */

export function wrongField(name: string, kind: FileKind): LocalisedText {
  return {
    photo: localised('“{name}” was sent in a field that does not accept a photo.', { name }),
    video: localised('“{name}” was sent in a field that does not accept a video.', { name }),
    pdf: localised('“{name}” was sent in a field that does not accept a PDF file.', { name }),
  }[kind]
}

export function tooManyFiles(maxFiles: number, kind: FileKind): LocalisedText {
  if (kind === 'video') return localised('Please choose one video only.')
  if (kind === 'pdf') return localised('Please choose one PDF file only.')
  if (maxFiles === 1) return localised('Please choose one photo only.')
  return localised('You can send at most {maxFiles} photos at once.', { maxFiles })
}

/**
 * For a form refused by its declared length, before a file's name is known. `maxBytes` is per file.
 */
export function formTooLarge(maxFiles: number, maxBytes: number, kind: FileKind): LocalisedText {
  const limit = megabytes(maxBytes)
  if (kind === 'pdf') {
    return localised('This file is too large. A PDF file can be at most {limit} MB.', { limit })
  }
  if (kind === 'video') {
    return localised('This video is too large. A video can be at most {limit} MB.', { limit })
  }
  if (maxFiles === 1) {
    return localised('This photo is too large. A photo can be at most {limit} MB.', { limit })
  }
  return localised(
    'These photos are too large together. You can send at most {maxFiles} photos of {limit} MB at once.',
    { maxFiles, limit },
  )
}

export function notText(field: string, schema: TSchema): [LocalisedText, Record<string, LocalisedText>] {
  const message = localised('form|{field} must be text.', { field: labelOf(schema, [field]) })
  return [message, { [field]: message }]
}

export function tooManyFields(): LocalisedText {
  return localised('This form has too many fields.')
}

export function incompleteUpload(): LocalisedText {
  return localised('The upload was interrupted or is incomplete. Please try again.')
}
