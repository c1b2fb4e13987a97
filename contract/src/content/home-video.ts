import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './home-video-schemas.ts'

export const listHomeVideos = endpoint<typeof schemas.listHomeVideos>('GET', '/homevideo/getvideo')
export const addHomeVideo = endpoint<typeof schemas.addHomeVideo>('POST', '/homevideo/addvideo')
export const updateHomeVideo = endpoint<typeof schemas.updateHomeVideo>('PUT', '/homevideo/updatevideo')
export const deleteHomeVideo = endpoint<typeof schemas.deleteHomeVideo>('DELETE', '/homevideo/deletevideo/:id')
