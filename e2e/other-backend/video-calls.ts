import { keep } from './media.ts'
import { type HomeVideo, type Memory, newId } from './memory.ts'
import type { FormBody, FormFile } from './multipart.ts'
import type { Answer } from './reply.ts'

const refusal = (message: string): Answer => ({ status: 400, body: { message } })

/** POST /homevideo/addvideo: the file comes in `video`. */
export function addVideo(memory: Memory, { fields, files: [file] }: FormBody): Answer {
  if (!file) return refusal('Please choose a video')
  if (!isVideo(file)) return refusal(`Only videos are allowed: ${file.fileName}`)
  const video: HomeVideo = {
    _id: newId(),
    title: fields.get('title') ?? '',
    description: fields.get('description') ?? '',
    videoUrl: keep(memory, 'videos', endingOf(file), file),
    createdAt: new Date().toISOString(),
    __v: 0,
  }
  memory.videos.push(video)
  return { status: 201, body: { message: 'Video uploaded', video } }
}

/** PUT /homevideo/updatevideo: `_id` in the form selects the video. */
export function updateVideo(memory: Memory, { fields, files: [file] }: FormBody): Answer {
  const video = memory.videos.find(({ _id }) => _id === fields.get('_id'))
  if (!video) return refusal('Video not found')
  if (file && !isVideo(file)) return refusal(`Only videos are allowed: ${file.fileName}`)
  video.title = fields.get('title') ?? video.title
  video.description = fields.get('description') ?? video.description
  video.__v += 1
  if (file) {
    memory.uploads.delete(video.videoUrl)
    video.videoUrl = keep(memory, 'videos', endingOf(file), file)
  }
  return { body: { updated: video } }
}

/** DELETE /homevideo/deletevideo/{id}. */
export function deleteVideo(memory: Memory, id: string): Answer {
  const video = memory.videos.find(({ _id }) => _id === id)
  if (!video) return refusal('Video not found')
  memory.videos = memory.videos.filter((other) => other !== video)
  memory.uploads.delete(video.videoUrl)
  return { body: {} }
}

const isVideo = ({ type }: FormFile) => type.startsWith('video/')

const endingOf = ({ fileName }: FormFile) => /\.(\w+)$/.exec(fileName)?.[1] ?? 'mp4'
