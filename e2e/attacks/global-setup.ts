import { buildIfStale } from '../../scripts/builds.mjs'

/** The attacks run against the built server, which serves the built panel. */
export function setup(): void {
  if (!buildIfStale()) throw new Error('The build failed')
}
