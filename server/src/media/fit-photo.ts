import type { ImageProcessor } from './image-processor.ts'
import { ImageError, type ImageWork } from './image-tasks.ts'
import { damagedPhoto, tooManyPixels } from './upload-refusals.ts'

/**
 * Makes an uploaded photo fit to be kept, and answers what it became. Throws an `HttpError` whose sentence names the file when it
 * cannot be read whole or has too many pixels, and the file system's word as `code` when that refuses.
 */
export async function fitPhoto(
  images: ImageProcessor,
  task: ImageWork['fit']['task'],
  name: string,
): Promise<ImageWork['fit']['result']> {
  try {
    return await images.run('fit', task)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    if (error.failure.reason === 'unreadable') throw damagedPhoto(name)
    if (error.failure.reason === 'too-many-pixels') throw tooManyPixels(name, error.failure.pixels, task.maxPixels)
    throw error
  }
}
