import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Makes a folder for the tests of a suite, and removes it after them. */
export function suiteFolder(): string {
  const folder = makeFolder()
  afterAll(() => remove(folder))
  return folder
}

/** Makes a folder for one test, and removes it after the test and its `afterEach` hooks. */
export function testFolder(): string {
  const folder = makeFolder()
  onTestFinished(() => remove(folder))
  return folder
}

const makeFolder = () => mkdtempSync(join(tmpdir(), 'sevadesk-test-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
