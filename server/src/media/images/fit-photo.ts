import { rm } from 'node:fs/promises'
import { damagedPhoto, photoProcessingFailed, tooManyPixels, tooMuchMemory } from '../upload-errors.ts'
import type { ImageProcessor } from './image-processor.ts'
import { ImageError, type ImageWork } from './image-task.ts'

type FitWork = ImageWork['fit']

/**
 * Makes an uploaded photo fit to be kept, and answers what it became; a program that ends over it gets a second try. Throws an
 * `HttpError` whose sentence names the file when it cannot be read whole or has too many pixels, and another with a cause and 503
 * when nothing is known against the photo; the file system's word as `code` when that refuses; the reason of `signal`.
 */
export async function fitPhoto(
  images: ImageProcessor,
  task: FitWork['task'],
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
): Promise<FitWork['result']> {
  try {
    return await tryTwice(images, task, signal)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    switch (error.failure.reason) {
      case 'unreadable':
        throw damagedPhoto(name)
      case 'too-many-pixels':
        throw tooManyPixels(name, error.failure, task.maxPixels)
      case 'too-much-memory':
        throw tooMuchMemory(name)
      case 'program-ended':
      case 'too-slow':
        throw photoProcessingFailed(name, error)
      case 'disk':
        throw error
    }
  }
}

async function tryTwice(
  images: ImageProcessor,
  task: FitWork['task'],
  signal?: AbortSignal,
): Promise<FitWork['result']> {
  try {
    return await images.run('fit', task, { signal })
  } catch (error) {
    if (!(error instanceof ImageError) || error.failure.reason !== 'program-ended') throw error
    // What the first try may have begun to write would be in the way.
    await rm(task.to, { force: true })
    return await images.run('fit', task, { signal })
  }
}
