import { isPicture, keep } from './media.ts'
import { GALLERIES, type Memory, newId, type Photo } from './memory.ts'
import type { FormBody } from './multipart.ts'
import type { Answer } from './reply.ts'

const refusal = (message: string): Answer => ({ body: { success: false, message } })

/** GET /galleryphoto/{section}: only `data`. */
export function listPhotos(memory: Memory, section: string): Answer {
  return { body: { data: memory.photos.filter((photo) => photo.sectionName === section) } }
}

/** POST /galleryphoto/addPhoto: each file in `images` becomes a photo with the same title. */
export function addPhotos(memory: Memory, form: FormBody): Answer {
  const sectionName = form.fields.get('sectionName') ?? ''
  const images = form.files
  if (!GALLERIES.includes(sectionName)) return refusal('Unknown section')
  if (images.length === 0) return refusal('Please choose at least one image')
  const refused = images.find((file) => !isPicture(file))
  if (refused) return refusal(`Only images are allowed: ${refused.fileName}`)
  const added = images.map(
    (image): Photo => ({
      _id: newId(),
      title: form.fields.get('title') ?? '',
      description: form.fields.get('description') ?? '',
      imageUrl: keep(memory, sectionName, 'jpg', image),
      sectionName,
      createdAt: new Date().toISOString(),
      __v: 0,
    }),
  )
  memory.photos.push(...added)
  return { status: 201, body: { success: true, message: 'Uploaded', photos: added } }
}

/** PUT /galleryphoto/{section}/{id}: changes the text, and the picture if `image` has a file. */
export function updatePhoto(memory: Memory, section: string, id: string, form: FormBody): Answer {
  const photo = find(memory, section, id)
  if (!photo) return refusal('Photo not found')
  const [image] = form.files
  if (image && !isPicture(image)) return refusal('Only images are allowed')
  photo.title = form.fields.get('title') ?? photo.title
  photo.description = form.fields.get('description') ?? photo.description
  photo.__v += 1
  if (image) {
    memory.uploads.delete(photo.imageUrl)
    photo.imageUrl = keep(memory, section, 'jpg', image)
  }
  return { body: { success: true, updated: photo } }
}

/** DELETE /galleryphoto/{section}/{id}. */
export function deletePhoto(memory: Memory, section: string, id: string): Answer {
  const photo = find(memory, section, id)
  if (!photo) return refusal('Photo not found')
  memory.photos = memory.photos.filter((other) => other !== photo)
  memory.uploads.delete(photo.imageUrl)
  return { body: { success: true } }
}

const find = (memory: Memory, section: string, id: string) =>
  memory.photos.find((photo) => photo._id === id && photo.sectionName === section)
