import type { Event } from '@sevadesk/contract/event-schemas.ts'
import { notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { changeFiles, type FileDependencies } from '../media-files/pending-file-service.ts'
import * as store from './event-store.ts'

export interface EventText {
  title?: string
  description?: string
}

export async function addEvent(
  dependencies: FileDependencies,
  { title = '', description = '' }: EventText,
  file: StagedFile | undefined,
): Promise<Event> {
  return changeFiles(dependencies, file ? [file] : [], async (transaction) => {
    const id = await store.insertEvent(transaction, { title, description, imagePath: file?.path ?? null })
    return store.getEvent(transaction, id)
  })
}

/** Keeps omitted text; a new picture replaces the old one. Throws notFound(). */
export async function updateEvent(
  dependencies: FileDependencies,
  id: string,
  text: EventText,
  file: StagedFile | undefined,
): Promise<Event> {
  return changeFiles(dependencies, file ? [file] : [], async (transaction, removeFile) => {
    const old = await store.updateEventText(transaction, id, text)
    if (!old) throw noSuchEvent()
    if (file) {
      await store.updateEventImage(transaction, id, file.path)
      if (old.imagePath !== null) removeFile(old.imagePath)
    }
    return store.getEvent(transaction, id)
  })
}

/** Throws notFound(). */
export async function deleteEvent(dependencies: FileDependencies, id: string): Promise<void> {
  await changeFiles(dependencies, [], async (transaction, removeFile) => {
    const old = await store.deleteEvent(transaction, id)
    if (!old) throw noSuchEvent()
    if (old.imagePath !== null) removeFile(old.imagePath)
  })
}

export function noSuchEvent() {
  return notFound({ en: 'There is no such event.', hi: 'ऐसा कोई कार्यक्रम नहीं है।' })
}
