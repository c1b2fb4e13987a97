import { Type } from 'typebox'

/**
 * What a server knows of a picture beyond its path: its size in pixels as it is seen, and the widths of its smaller versions that are
 * ready (`variantPath` in picture.ts). Left out where it is not known; the widths come after the answer, by a job.
 */
export const PictureFields = {
  imageWidth: Type.Optional(Type.Integer()),
  imageHeight: Type.Optional(Type.Integer()),
  imageWidths: Type.Optional(Type.Array(Type.Integer())),
}
