import { type Static, Type } from 'typebox'
import { GALLERY_NAMES } from '../accounts/section.ts'
import { Done, success } from '../base/envelope-schemas.ts'
import { VersionField } from '../records/version-schemas.ts'
import { PictureFields } from './picture-schemas.ts'

export const PHOTO_TITLE_MAX = 300
export const PHOTO_DESCRIPTION_MAX = 5000

/** `imageUrl` is relative to the API host; `createdAt` is UTC ISO 8601. */
export const Photo = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  imageUrl: Type.String(),
  ...PictureFields,
  sectionName: Type.Enum(GALLERY_NAMES),
  createdAt: Type.String(),
  ...VersionField,
})
export type Photo = Static<typeof Photo>

const PhotoText = {
  title: Type.Optional(Type.String({ title: 'Title', maxLength: PHOTO_TITLE_MAX })),
  description: Type.Optional(Type.String({ title: 'Description', maxLength: PHOTO_DESCRIPTION_MAX })),
}

const PhotoAddress = Type.Object({ section: Type.String({ maxLength: 100 }), id: Type.String() })

export const listPhotos = {
  about: {
    summary: 'The photos of one gallery.',
    onFailure: 'The gallery page shows “Failed to fetch photos”.',
  },
  params: Type.Object({ section: Type.String({ maxLength: 100 }) }),
  response: success(Type.Array(Photo)),
}

/** The files are in the repeated field `images` and share title and description. */
export const addPhotos = {
  about: {
    summary: 'Adds one or more photos with the same title and description.',
    onFailure: 'A toast shows “Failed to save photo”; the form keeps its input and shows the reason.',
    files: { images: { kind: 'image' as const, isRequired: true, isRepeated: true } },
  },
  multipart: Type.Object({ ...PhotoText, sectionName: Type.String({ title: 'Section name' }) }),
  response: success(Type.Array(Photo)),
}

/** The optional file is in the field `image`. Omitted fields stay unchanged. */
export const updatePhoto = {
  about: {
    summary: 'Changes a photo. Omitted fields keep their value.',
    isVersioned: true as const,
    onFailure: 'A toast shows “Failed to save photo”; the form keeps its input and shows the reason.',
    files: { image: { kind: 'image' as const } },
  },
  params: PhotoAddress,
  multipart: Type.Object(PhotoText),
  response: success(Photo),
}

export const deletePhoto = {
  about: {
    summary: 'Deletes a photo.',
    onFailure: 'The page shows “Error!” and “Failed to delete photo.”; the card stays.',
  },
  params: PhotoAddress,
  response: Done,
}
