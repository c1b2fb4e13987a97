import { type Static, Type } from 'typebox'
import { Done, success } from './envelope-schemas.ts'

export const HOME_VIDEO_TITLE_MAX = 300
export const HOME_VIDEO_DESCRIPTION_MAX = 5000

/** A video of the home page. `videoUrl` is a path relative to the API host; `createdAt` is UTC ISO 8601. */
export const HomeVideo = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  videoUrl: Type.String(),
  createdAt: Type.String(),
})
export type HomeVideo = Static<typeof HomeVideo>

const HomeVideoText = {
  title: Type.Optional(Type.String({ maxLength: HOME_VIDEO_TITLE_MAX })),
  description: Type.Optional(Type.String({ maxLength: HOME_VIDEO_DESCRIPTION_MAX })),
}

export const listHomeVideos = { response: success(Type.Array(HomeVideo)) }

/** The file comes in the field `video`; `file` is taken for it too. */
export const addHomeVideo = { multipart: Type.Object(HomeVideoText), response: success(HomeVideo) }

/** The video is named by `_id` in the form. The file is optional; a text field that is left out stays as it was. */
export const updateHomeVideo = {
  multipart: Type.Object({ _id: Type.String(), ...HomeVideoText }),
  response: success(HomeVideo),
}

export const deleteHomeVideo = { params: Type.Object({ id: Type.String() }), response: Done }
