import { buildIfStale } from './builds.mjs'

/** Builds the panel and the server before the tests of a project that start or read them. */
export function setup(): void {
  if (!buildIfStale()) throw new Error('The panel or the server could not be built')
}
