import { rm } from 'node:fs/promises'
import { damagedPhoto, photoProcessingFailed, tooManyPixels, tooMuchMemory } from '../upload-errors.ts'
import type { ImageProcessor } from './image-processor.ts'
import { ImageError, type ImageWork } from './image-task.ts'

type FitWork = ImageWork['fit']

/**
 * Re-encodes an uploaded photo for storage; retries once if the image process crashes. Throws an
 * `HttpError` that names the file: it is damaged or too large, or the server failed (503 with a
 * cause). Also throws the file system's error or the reason of `signal`.
 */
export async function fitPhoto(
  images: ImageProcessor,
  task: FitWork['task'],
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
): Promise<FitWork['result']> {
  try {
    return await runWithRetry(images, task, signal)
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

async function runWithRetry(
  images: ImageProcessor,
  task: FitWork['task'],
  signal?: AbortSignal,
): Promise<FitWork['result']> {
  try {
    return await images.run('fit', task, { signal })
  } catch (error) {
    if (!(error instanceof ImageError) || error.failure.reason !== 'program-ended') throw error
    // The first try may have created the file.
    await rm(task.to, { force: true })
    return await images.run('fit', task, { signal })
  }
}
