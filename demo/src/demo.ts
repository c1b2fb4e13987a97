import { GALLERY_NAMES, type GalleryName } from '@sevadesk/contract/accounts/section.ts'
import type { Tables } from '@sevadesk/server/db/db.ts'
import { derivedDonationColumns } from '@sevadesk/server/db/donation-columns.ts'
import { newId } from '@sevadesk/server/db/id.ts'
import type { AppDependencies } from '@sevadesk/server/dependencies.ts'
import type { StagedFile } from '@sevadesk/server/media/media.ts'
import { matchGifts } from '@sevadesk/server/resources/donors/donor-matching-service.ts'
import { changeFiles, type FileDependencies } from '@sevadesk/server/resources/media-files/pending-file-service.ts'
import { claimAddedFiles, insertPendingFiles } from '@sevadesk/server/resources/media-files/pending-file-store.ts'
import { issueReceipt } from '@sevadesk/server/resources/receipts/receipt-service.ts'
import { clipPaths, copyClips } from './clips.ts'
import { insertSampleRows, takeFirstPassword } from './demo-store.ts'
import { stagePhotos } from './drawn-photos.ts'
import { datesOf, EVENT_ALBUM, type EventAlbum } from './event-album.ts'
import { type Album, PHOTO_ALBUMS } from './photo-album.ts'
import { seededRandom } from './random.ts'
import { describeSampleAdmins, sampleAdmins } from './sample-admins.ts'
import { sampleCertificates, stageCertificates } from './sample-certificates.ts'
import { sampleDonations } from './sample-donations.ts'
import { sampleLists } from './sample-lists.ts'
import { sampleMessages } from './sample-messages.ts'
import { POSTER_ALBUM, VIDEO_ALBUM } from './video-album.ts'

const SEED = 20_261
const DAY_MS = 24 * 60 * 60 * 1000

export interface DemoDependencies extends FileDependencies, Pick<AppDependencies, 'config' | 'trust'> {}

/**
 * Fills a database that holds only its first superadmin with sample data, in one transaction. The
 * sample admins have the superadmin's password, which then need not be changed. Dates count back
 * from `now`. Returns a text for the terminal.
 */
export async function fillDemo(dependencies: DemoDependencies, now = new Date()): Promise<string> {
  const random = seededRandom(SEED)
  const photos = GALLERY_NAMES.flatMap((section) =>
    PHOTO_ALBUMS[section].map((album, index) => ({ section, album, index })),
  )
  const staged = await stagePhotos(dependencies.media, [
    ...photos.map(({ album }) => album),
    ...EVENT_ALBUM,
    ...POSTER_ALBUM,
  ])
  const certificates = await stageCertificates(dependencies.media)
  const clips = clipPaths()
  await insertPendingFiles(dependencies.db, clips, 'adding')
  await copyClips(dependencies, clips)

  await changeFiles(dependencies, [...staged, ...certificates], async (transaction) => {
    await claimAddedFiles(transaction, clips)
    const passwordHash = await takeFirstPassword(transaction)
    await insertSampleRows(transaction, 'admins', sampleAdmins(now, passwordHash, newId))
    await insertSampleRows(
      transaction,
      'photos',
      photos.map((photo, index) => photoRow(photo, staged[index], now)),
    )
    await insertSampleRows(
      transaction,
      'events',
      EVENT_ALBUM.map((album, index) => ({
        ...eventRow(album, index, staged[photos.length + index], now),
        ...datesOf(album.plan, now, dependencies.config.timeZone),
      })),
    )
    await insertSampleRows(
      transaction,
      'home_videos',
      VIDEO_ALBUM.map(({ title, description }, index) => ({
        id: newId(),
        title,
        description,
        path: pathOf(clips[index]),
        poster_path: pathOf(staged[photos.length + EVENT_ALBUM.length + index]?.path),
        created_at: daysBefore(now, 4 + index * 31),
      })),
    )
    const lists = sampleLists(daysBefore(now, 400), newId)
    await insertSampleRows(transaction, 'institutions', lists.institutions)
    await insertSampleRows(transaction, 'purposes', lists.purposes)
    await insertSampleRows(transaction, 'purpose_mappings', lists.mappings)
    const donations = sampleDonations(random, now, newId)
    await insertSampleRows(
      transaction,
      'donations',
      donations.map((row) => ({
        ...row,
        ...lists.entriesOf(row.purpose),
        ...derivedDonationColumns(row, dependencies.config.timeZone),
      })),
    )
    for (const { id, updated_at } of donations.toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1))) {
      await issueReceipt(transaction, dependencies, { donationId: id, capturedAt: new Date(updated_at) })
    }
    const { added } = await matchGifts(
      transaction,
      donations.filter(({ payment_id }) => payment_id !== null),
    )
    const { timeZone } = dependencies.config
    const donorId = added[0]?.id ?? ''
    await insertSampleRows(
      transaction,
      'donor_certificates',
      sampleCertificates(certificates, { donorId, now, timeZone, newId }),
    )
    await insertSampleRows(transaction, 'messages', sampleMessages(random, now, newId))
  })
  return describeSampleAdmins()
}

function photoRow(
  { section, album, index }: { section: GalleryName; album: Album; index: number },
  file: StagedFile | undefined,
  now: Date,
): Omit<Tables['photos'], 'version'> {
  const { title, description } = album
  const days = 1.3 + GALLERY_NAMES.indexOf(section) * 0.7 + index * 11.4
  return {
    id: newId(),
    section_name: section,
    title,
    description,
    path: pathOf(file?.path),
    created_at: daysBefore(now, days),
  }
}

function eventRow(
  { title, description, plan }: EventAlbum,
  index: number,
  file: StagedFile | undefined,
  now: Date,
): Omit<Tables['events'], 'starts_at' | 'ends_at' | 'version'> {
  return {
    id: newId(),
    title,
    description,
    image_path: pathOf(file?.path),
    venue: plan.venue,
    created_at: daysBefore(now, 2.4 + index * 17),
  }
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString()
}

function pathOf(path: string | undefined): string {
  if (path === undefined) throw new Error('A sample row has no file.')
  return path
}
