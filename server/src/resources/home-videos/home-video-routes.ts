import {
  addHomeVideo,
  deleteHomeVideo,
  listHomeVideos,
  updateHomeVideo,
} from '@sevadesk/contract/content/home-video.ts'
import * as schemas from '@sevadesk/contract/content/home-video-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { readIfMatch, route } from '../../http/route.ts'
import { receiveUpload } from '../../http/uploads/uploads.ts'
import * as service from './home-video-service.ts'
import * as store from './home-video-store.ts'

export function homeVideoRoutes(app: FastifyInstance, { config, db, media, jobs, history }: AppDependencies): void {
  const dependencies = { db, media, jobs, log: app.log }
  const files = {
    kind: 'video',
    field: 'video',
    alias: 'file',
    maxFiles: 1,
    maxBytes: config.videoMaxBytes,
    isRequired: false,
  } as const
  const picture = { field: 'poster', maxBytes: config.photoMaxBytes }

  route(app, listHomeVideos, schemas.listHomeVideos, 'public', async () => ({
    success: true,
    data: await store.listHomeVideos(db),
  }))

  route(app, addHomeVideo, schemas.addHomeVideo, ['HomeVideo'], async (request) => {
    const text = schemas.addHomeVideo.multipart
    const rules = { db, media, text, files: { ...files, isRequired: true }, picture } as const
    const data = await receiveUpload(request, rules, ({ text, files: [video], picture: poster, ...upload }) =>
      service.addHomeVideo({ ...dependencies, recorder: history.by(request), ...upload }, text, { video, poster }),
    )
    return { success: true, data, message: 'Video added successfully' }
  })

  route(app, updateHomeVideo, schemas.updateHomeVideo, ['HomeVideo'], async (request) => {
    const expectedVersion = readIfMatch(request)
    const rules = {
      db,
      media,
      text: schemas.updateHomeVideo.multipart,
      files,
      picture,
      onText: async (name: string, value: string) => {
        if (name === '_id') await service.homeVideos.get(db, { id: value }, { expectedVersion })
      },
    }
    const data = await receiveUpload(
      request,
      rules,
      ({ text: { _id, ...text }, files: [video], picture: poster, beforeCommit }) => {
        const change = { ...dependencies, recorder: history.by(request), beforeCommit }
        return service.updateHomeVideo(change, { id: _id, expectedVersion }, text, { video, poster })
      },
    )
    return { success: true, data, message: 'Video updated successfully' }
  })

  route(app, deleteHomeVideo, schemas.deleteHomeVideo, ['HomeVideo'], async (request) => {
    await service.homeVideos.remove({ db, recorder: history.by(request) }, request.params)
    return { success: true, message: 'Your video has been deleted.' }
  })
}
