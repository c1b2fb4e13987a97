import { type Static, Type } from 'typebox'
import { Done, success } from './envelope-schemas.ts'

export const HOME_VIDEO_TITLE_MAX = 300
export const HOME_VIDEO_DESCRIPTION_MAX = 5000

/** `videoUrl` is relative to the API host; `createdAt` is UTC ISO 8601. */
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

export const listHomeVideos = {
  about: {
    summary: 'The videos of the home page.',
    otherwise: 'Home Video says “Failed to fetch videos”.',
  },
  response: success(Type.Array(HomeVideo)),
}

/** The file is in the field `video`, or `file`. */
export const addHomeVideo = {
  about: {
    summary: 'Adds a video.',
    otherwise: 'The form says “Failed to save video” and stays as it was.',
    files: { video: { kind: 'video' as const, isRequired: true } },
  },
  multipart: Type.Object(HomeVideoText),
  response: success(HomeVideo),
}

/** The form field `_id` names the video. Omitted fields stay unchanged. */
export const updateHomeVideo = {
  about: {
    summary: 'Changes the video that the form names; text and file stay where they are left out.',
    otherwise: 'The form says “Failed to save video” and stays as it was.',
    files: { video: { kind: 'video' as const } },
    refusals: { 404: 'There is no such video.' },
  },
  multipart: Type.Object({ _id: Type.String(), ...HomeVideoText }),
  response: success(HomeVideo),
}

export const deleteHomeVideo = {
  about: {
    summary: 'Deletes a video.',
    otherwise: '“Error!” and “Failed to delete video.”; the card stays.',
  },
  params: Type.Object({ id: Type.String() }),
  response: Done,
}
