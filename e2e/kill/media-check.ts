import { runCommand } from './command.ts'

/** Runs the command `media:check`. Throws with its output unless it exits with 0. */
export function mediaCheck(settings: Record<string, string>, ...args: string[]): Promise<void> {
  return runCommand('media-check', settings, args)
}
