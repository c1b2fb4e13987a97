import { lazyRouteComponent } from '@tanstack/react-router'

/** A screen's code failed to load: the network is down, or a newer panel has replaced its files. */
export class ScreenLoadError extends Error {}

/** As TanStack's `lazyRouteComponent`, which reloads the page on a failure, even when offline. */
export function lazyScreen<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const orError = (cause: unknown): never => {
    throw new ScreenLoadError('A screen could not be loaded', { cause })
  }
  return lazyRouteComponent(() => load().catch(orError), name)
}
