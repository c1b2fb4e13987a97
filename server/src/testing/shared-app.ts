import type { Language } from '@sevadesk/contract/base/language.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { type TestApp, type TestSession, testApp } from './test-app.ts'

interface SharedAppOptions extends NonNullable<Parameters<typeof testApp>[0]> {
  /** What the account that makes the calls may open; by default Donations. */
  as?: Parameters<TestApp['signIn']>[0]
  /** The time of all tests; by default the real one. */
  now?: number
}

export interface CallOptions {
  /** Who makes the call; null for nobody. */
  by?: TestSession | null
  key?: string
  version?: number
  language?: Language
  headers?: Record<string, string>
}

/**
 * Starts a server for the tests of a suite, and closes it after them. What it returns is filled before
 * the first test: do not destructure it outside of tests.
 */
export function sharedTestApp({ now, ...options }: SharedAppOptions = {}): SharedApp {
  const here = {} as SharedApp
  beforeAll(async () => {
    if (now !== undefined) vi.useFakeTimers({ toFake: ['Date'], now })
    Object.assign(here, await openSharedApp(options))
  })
  afterAll(async () => {
    if (now !== undefined) vi.useRealTimers()
    await here.close()
  })
  return here
}

/** As `sharedTestApp`, for one test. */
export async function ownTestApp(options: SharedAppOptions = {}): Promise<SharedApp> {
  const own = await openSharedApp(options)
  onTestFinished(() => own.close())
  return own
}

export type SharedApp = Awaited<ReturnType<typeof openSharedApp>>

async function openSharedApp({ as = ['Donations'], ...options }: SharedAppOptions) {
  const here = await testApp(options)
  const staff = await here.signIn(as)

  /** Makes a call as `staff`. The path begins after /api. */
  function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: InjectOptions['payload'],
    { by = staff, key, version, language, headers }: CallOptions = {},
  ) {
    const all = {
      ...by?.bearer,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(language !== undefined && { 'accept-language': language }),
      ...headers,
    }
    return here.app.inject({ method, url: `/api${path}`, headers: all, ...(payload && { payload }) })
  }
  /** Returns the JSON of a GET call. */
  const read = async (path: string, options?: CallOptions) => (await send('GET', path, undefined, options)).json()

  return { ...here, staff, send, read }
}
