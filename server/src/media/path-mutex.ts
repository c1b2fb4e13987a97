import { KeyedMutex } from '../concurrency/keyed-mutex.ts'

/** Keyed by stored path, so that placing and removing the same file never overlap. */
export const pathMutex = new KeyedMutex()
