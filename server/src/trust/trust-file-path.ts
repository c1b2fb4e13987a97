import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { FieldError } from './trust-field.ts'

const FILE_NAME = 'trust.json'

/** Where the trust's details are: what TRUST_FILE says, else `trust.json` in the data folder. */
export function trustFilePath({ trustFile, dataDir }: Pick<Config, 'trustFile' | 'dataDir'>): string {
  return trustFile ?? resolve(dataDir, FILE_NAME)
}

/** What is wrong with the file, as a sentence. */
export function explain(file: string, error: unknown): unknown {
  if (error instanceof FieldError) {
    const place = error.place === '' ? 'it' : `"${error.place}"`
    return new StartError(`The trust's details in ${file} (TRUST_FILE) are wrong: ${place} ${error.message}.`)
  }
  if (!(error instanceof SyntaxError)) return error
  return new StartError(
    `The trust's details in ${file} (TRUST_FILE) are not valid JSON: ${error.message.replaceAll(/\s+/g, ' ')}.`,
  )
}
