import { buildIfStale } from '../../scripts/builds.mjs'

/** The requests go to the built server, which serves the built panel. */
export function setup(): void {
  if (!buildIfStale()) throw new Error('The build failed')
}
