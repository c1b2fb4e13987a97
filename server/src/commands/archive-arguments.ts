import { resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import { readSecret } from '../config-values.ts'
import { StartError } from '../errors.ts'
import { type ArchiveKey, readKeyFile } from '../resources/backups/archive/encryption.ts'
import { readArguments } from './command-line.ts'
import { askSecret } from './terminal.ts'

/** Options of `parseArgs` that every command on backups has. */
export const KEY_OPTIONS = {
  'key-file': { type: 'string' },
  passphrase: { type: 'boolean', default: false },
} as const

/** Reads the options of a command and its one FILE. Throws StartError with `usage`. */
export function readFileArguments<const Options extends ParseArgsOptionsConfig>(options: Options, usage: string) {
  const { values, positionals } = readArguments({ options, allowPositionals: true }, () => usage)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new StartError(usage)
  return { ...values, file }
}

/**
 * Returns the key that the arguments name. A passphrase is asked for on the terminal, or read from
 * BACKUP_PASSPHRASE or its file, because other users of the machine can read arguments. Throws StartError.
 */
export async function readArchiveKey(
  { 'key-file': keyFile, passphrase }: { 'key-file'?: string | undefined; passphrase: boolean },
  env: NodeJS.ProcessEnv,
): Promise<ArchiveKey | undefined> {
  if (keyFile !== undefined && passphrase) throw new StartError('Use either --key-file or --passphrase.')
  if (keyFile !== undefined) return readKeyFile(fromUser(keyFile, env))
  if (!passphrase) return undefined
  const text = readSecret(env, 'BACKUP_PASSPHRASE') ?? (await askSecret('Passphrase of the backup: '))
  if (text === '') throw new StartError('The passphrase must not be empty: set BACKUP_PASSPHRASE, or type it.')
  return { passphrase: text }
}

/** npm runs a command in the folder of SevaDesk; INIT_CWD is the folder of the user. */
export function fromUser(path: string, env: NodeJS.ProcessEnv): string {
  return resolve(env.INIT_CWD ?? '.', path)
}
