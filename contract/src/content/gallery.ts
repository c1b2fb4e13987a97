import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './gallery-schemas.ts'

export const listPhotos = endpoint<typeof schemas.listPhotos>('GET', '/galleryphoto/:section')
export const addPhotos = endpoint<typeof schemas.addPhotos>('POST', '/galleryphoto/addPhoto')
export const updatePhoto = endpoint<typeof schemas.updatePhoto>('PUT', '/galleryphoto/:section/:id')
export const deletePhoto = endpoint<typeof schemas.deletePhoto>('DELETE', '/galleryphoto/:section/:id')
