import type { Config } from '../config.ts'
import { openDatabaseBeside } from '../db/database.ts'
import { explainFailure } from '../db/failure.ts'
import { HttpError, StartError } from '../errors.ts'
import {
  createSuperadmin,
  type GeneratedPassword,
  resetPassword,
} from '../resources/admins/account-recovery-service.ts'

export type AdminCommand = { kind: 'create'; username: string; email: string } | { kind: 'reset'; username: string }

/** Prints the new password, of which only a hash is stored. A failed command changes nothing. */
export async function runAdminCommand(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'argon2'>,
  command: AdminCommand,
  print: (text: string) => void,
): Promise<void> {
  const db = await openDatabaseBeside(config)
  try {
    if (command.kind === 'create')
      print(passwordText('A new superadmin may sign in:', await createSuperadmin(db, config, command)))
    else {
      const given = await resetPassword(db, config, command.username)
      print(passwordText('The account has a new password, and is signed out everywhere:', given))
    }
  } catch (error) {
    if (error instanceof HttpError) throw new StartError(error.sentence.en)
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}

function passwordText(heading: string, { username, password }: GeneratedPassword): string {
  return [
    '',
    `  ${heading}`,
    '',
    `    User name  ${username}`,
    `    Password   ${password}`,
    '',
    '  This password is shown only now. It must be changed at the next sign-in.',
    '',
  ].join('\n')
}
