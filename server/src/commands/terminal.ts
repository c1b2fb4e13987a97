import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether a person can answer questions. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks on the terminal. Returns the answer without blanks around it; empty without a terminal. */
export async function ask(question: string): Promise<string> {
  if (!isInteractive()) return ''
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

/** As `ask`, without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  if (!isInteractive()) return ''
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
