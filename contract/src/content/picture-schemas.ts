import { Type } from 'typebox'

/**
 * Beyond the specification: the size in pixels and the widths of the smaller versions that exist
 * (`variantPath`). A job adds the widths after the upload.
 */
export const PictureFields = {
  imageWidth: Type.Optional(Type.Integer()),
  imageHeight: Type.Optional(Type.Integer()),
  imageWidths: Type.Optional(Type.Array(Type.Integer())),
}
