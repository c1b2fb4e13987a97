import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { NOT_BLANK } from '../base/not-blank.ts'
import { VersionField } from '../records/version-schemas.ts'
import { PictureFields } from './picture-schemas.ts'

export const HOME_VIDEO_TITLE_MAX = 300
export const HOME_VIDEO_DESCRIPTION_MAX = 5000

/**
 * `videoUrl` is relative to the API host; `createdAt` is UTC ISO 8601. Beyond the specification
 * (level 1): `posterUrl`, null without a poster, and the poster's size.
 */
export const HomeVideo = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  videoUrl: Type.String(),
  posterUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  ...PictureFields,
  createdAt: Type.String(),
  ...VersionField,
})
export type HomeVideo = Static<typeof HomeVideo>

const HomeVideoForm = Type.Object({
  title: Type.String({ title: 'Title', pattern: NOT_BLANK, maxLength: HOME_VIDEO_TITLE_MAX }),
  description: Type.Optional(Type.String({ title: 'Description', maxLength: HOME_VIDEO_DESCRIPTION_MAX })),
})

export const listHomeVideos = {
  about: {
    summary: 'The videos of the home page.',
    onFailure: 'Home Video shows “Failed to fetch videos”.',
  },
  response: success(Type.Array(HomeVideo)),
}

/** The file is in the field `video`, or `file`; a frame of it may be in `poster`. */
export const addHomeVideo = {
  about: {
    summary: 'Adds a video.',
    onFailure: 'A toast shows “Failed to save video”; the form keeps its input and shows the reason.',
    files: { video: { kind: 'video' as const, isRequired: true }, poster: { kind: 'image' as const } },
  },
  multipart: HomeVideoForm,
  response: success(HomeVideo),
}

/**
 * The form field `_id` identifies the video. Omitted fields stay unchanged, but a new video without
 * a poster removes the old poster.
 */
export const updateHomeVideo = {
  about: {
    summary: 'Changes the video with this `_id`. Omitted fields keep their value.',
    isVersioned: true as const,
    onFailure: 'A toast shows “Failed to save video”; the form keeps its input and shows the reason.',
    files: { video: { kind: 'video' as const }, poster: { kind: 'image' as const } },
    refusals: { 404: 'The video does not exist.' },
  },
  multipart: Type.Object({ _id: Type.String({ title: 'Id' }), ...Type.Partial(HomeVideoForm).properties }),
  response: success(HomeVideo),
}

export const deleteHomeVideo = {
  about: {
    summary: 'Deletes a video.',
    onFailure: 'The page shows “Error!” and “Failed to delete video.”; the card stays.',
  },
  params: Type.Object({ id: Type.String() }),
  response: Done,
}
