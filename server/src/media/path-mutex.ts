import { KeyedMutex } from '../concurrency/keyed-mutex.ts'

/** Keyed by stored path: placing and removing a file never overlap. */
export const pathMutex = new KeyedMutex()
