import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import {
  createSuperadmin,
  type GeneratedPassword,
  resetPassword,
  resetSecondStep,
} from '../resources/accounts/account-recovery-service.ts'
import { openHistory } from '../resources/history/history-service.ts'

export type AdminCommand =
  | { kind: 'create'; username: string; email: string }
  | { kind: 'reset' | 'second-step-off'; username: string }

/**
 * Prints the new password, of which only a hash is stored, or what was turned off. A failed command
 * changes nothing.
 */
export async function runAdminCommand(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir' | 'argon2'>,
  command: AdminCommand,
  print: (text: string) => void,
): Promise<void> {
  return withDatabaseBeside(config, async (db) => {
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: command.kind === 'create' ? 'admin:create' : 'admin:reset' })
    if (command.kind === 'create')
      print(passwordText('A new superadmin may sign in:', await createSuperadmin({ db, config, recorder }, command)))
    else if (command.kind === 'second-step-off') {
      const username = await resetSecondStep({ db, recorder }, command.username)
      print(`\n  Two-step sign-in is off for ${username}, who now signs in with the password alone.\n`)
    } else {
      const given = await resetPassword({ db, config, recorder }, command.username)
      print(passwordText('The account has a new password, and is signed out everywhere:', given))
    }
  })
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
