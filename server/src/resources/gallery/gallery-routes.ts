import { findGallery, GALLERY_KEYS, type GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { addPhotos, deletePhoto, listPhotos, updatePhoto } from '@sevadesk/contract/content/gallery.ts'
import * as schemas from '@sevadesk/contract/content/gallery-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { badRequest, notFound } from '../../errors.ts'
import { assertMayOpen } from '../../http/access.ts'
import { readIfMatch, route } from '../../http/route.ts'
import { receiveUpload } from '../../http/uploads/uploads.ts'
import { localised } from '../../text/localised-text.ts'
import * as service from './gallery-service.ts'
import * as store from './gallery-store.ts'

export function galleryRoutes(app: FastifyInstance, { config, db, media, jobs, history }: AppDependencies): void {
  const dependencies = { db, media, jobs, log: app.log }
  const { photoMaxBytes: maxBytes, photoMaxFiles } = config

  route(app, listPhotos, schemas.listPhotos, 'public', async ({ params }) => {
    return { success: true, data: await store.listPhotos(db, galleryAt(params.section).name) }
  })

  route(app, addPhotos, schemas.addPhotos, GALLERY_KEYS, async (request) => {
    const data = await receiveUpload(
      request,
      {
        db,
        media,
        text: schemas.addPhotos.multipart,
        files: { kind: 'photo', field: 'images', maxFiles: photoMaxFiles, maxBytes, isRequired: true },
        onText: (name, value) => {
          if (name === 'sectionName') assertMayOpen(request, galleryNamed(value).key)
        },
      },
      ({ text, files: photos, beforeCommit }) =>
        service.addPhotos(
          { ...dependencies, recorder: history.by(request), beforeCommit },
          galleryNamed(text.sectionName).name,
          text,
          photos,
        ),
    )
    return { success: true, data, message: 'Photo(s) added successfully' }
  })

  route(app, updatePhoto, schemas.updatePhoto, GALLERY_KEYS, async (request) => {
    const address = photoAddress(request, request.params)
    const expectedVersion = readIfMatch(request)
    const data = await receiveUpload(
      request,
      {
        db,
        media,
        text: schemas.updatePhoto.multipart,
        files: { kind: 'photo', field: 'image', maxFiles: 1, maxBytes, isRequired: false },
        onStart: async () => {
          await service.photos.get(db, address, { expectedVersion })
        },
      },
      ({ text, files: [photo], beforeCommit }) =>
        service.updatePhoto(
          { ...dependencies, recorder: history.by(request), beforeCommit },
          { ...address, expectedVersion },
          text,
          photo,
        ),
    )
    return { success: true, data, message: 'Photo updated successfully' }
  })

  route(app, deletePhoto, schemas.deletePhoto, GALLERY_KEYS, async (request) => {
    await service.photos.remove({ db, recorder: history.by(request) }, photoAddress(request, request.params))
    return { success: true, message: 'Your photo has been deleted.' }
  })
}

const NO_SUCH_GALLERY = localised('There is no such gallery.')
const CHOOSE_A_GALLERY = localised('Please choose one of the galleries.')

/** Checks access to the section before the photo is looked up. */
function photoAddress(request: FastifyRequest, { section, id }: { section: string; id: string }): store.PhotoAddress {
  const gallery = galleryAt(section)
  assertMayOpen(request, gallery.key)
  return { section: gallery.name, id }
}

function galleryAt(word: string): GallerySection {
  const gallery = findGallery(word)
  if (!gallery) throw notFound(NO_SUCH_GALLERY)
  return gallery
}

/** In a form, an unknown gallery is an invalid field. */
function galleryNamed(word: string): GallerySection {
  const gallery = findGallery(word)
  if (!gallery) throw badRequest(CHOOSE_A_GALLERY, { sectionName: NO_SUCH_GALLERY })
  return gallery
}
