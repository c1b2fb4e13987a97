import type { Engine } from './engine.ts'
import { type ProxiedServer, recordPageErrors } from './engine-test.ts'
import { button, field } from './screen.ts'

const ACCOUNT = "//button[starts-with(@aria-label, 'Account of')]"
const ADD = "//button[starts-with(normalize-space(), 'Add New')]"

/** Signs in through the form, opens a page of cards, and records the page's errors from then on. */
export async function signIn(engine: Engine, { url, sevadesk }: ProxiedServer, path: string): Promise<void> {
  await engine.open(url)
  await engine.type(field('Username'), sevadesk.username)
  await engine.type(field('Password'), sevadesk.password)
  await engine.click(button('Login'))
  await engine.waitFor(ACCOUNT)
  await engine.open(`${url}${path}`)
  await engine.waitFor(ADD)
  await recordPageErrors(engine)
}
