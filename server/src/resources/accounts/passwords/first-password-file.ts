import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { reasonOf } from '../../../errors.ts'
import type { FirstAdmin } from '../account-recovery-service.ts'

type Folder = Pick<Config, 'dataDir'>

function fileOf({ dataDir }: Folder, adminId: string): string {
  return join(dataDir, `first-password-${adminId}.txt`)
}

/**
 * Writes a generated password to a file for its owner alone. Returns the path; undefined without a
 * password, or, after `print` with the reason, if the file cannot be written: the account exists
 * already, so the caller prints the password.
 */
export async function keepFirstPassword(
  folder: Folder,
  { id, username, generatedPassword }: FirstAdmin,
  print: (text: string) => void,
): Promise<string | undefined> {
  if (generatedPassword === undefined) return undefined
  const file = fileOf(folder, id)
  try {
    await rm(file, { force: true })
    await writeFile(file, `User name  ${username}\nPassword   ${generatedPassword}\n`, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    await deleteFirstPassword(folder, id)
    print(`Warning: The file ${file} could not be written: ${reasonOf(error)}.`)
    return undefined
  }
}

/** Ignores a failure: the password in the file no longer opens the account. */
export async function deleteFirstPassword(folder: Folder, adminId: string): Promise<void> {
  await rm(fileOf(folder, adminId), { force: true }).catch(() => undefined)
}
