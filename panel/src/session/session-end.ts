import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { endTurn } from '../api/identity/person-turn.ts'
import { acceptSessionMark, changeElsewhere, readSessionMark } from '../api/identity/session-mark.ts'
import { forgetFetched, isFetchedForMe, isSignedOut, meQuery } from './current-admin.ts'

/** How long after a question without an answer it is put again, in ms. */
const RETRY_MS = 5_000

/** How long a question may go without an answer while the screen is hidden for it, in ms: a slow backend takes ten seconds. */
const QUESTION_MS = 15_000

/** What is known of a login in another tab: who it is was asked, or the last question got no answer. */
type LoginElsewhere = 'asked' | 'unanswered'

let ended = false
let loginElsewhere: LoginElsewhere | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let limit: ReturnType<typeof setTimeout> | undefined
let looking: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Whether the session was found to be over while somebody was at work. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

/** Whether somebody logged in in another tab, for as long as it is not known who: until then nobody may see what is on screen. */
export function useLoginElsewhere(): LoginElsewhere | undefined {
  return useSyncExternalStore(subscribe, () => loginElsewhere)
}

/**
 * Asks anew who is signed in and what they may open, while somebody is at work: on the way to another page, on coming back to the tab, when
 * another tab says so, and after a refusal. One refused call does not end a session: only the 401 of `/admin/me` does. A logout in
 * another tab is one here too. `maxAge` is how old an answer may be that will do, in ms.
 */
export function lookAgain(queryClient: QueryClient, maxAge = 0): Promise<void> {
  if (!queryClient.getQueryData(meQuery.queryKey)) return Promise.resolve()
  if (changeElsewhere() === 'out') return Promise.resolve(followLogout(queryClient))
  if (changeElsewhere()) {
    setLoginElsewhere(loginElsewhere ?? 'asked')
    // One that was put on a line that died would hang for as long as the browser believes in the line.
    limit ??= setTimeout(() => void cancelQuestion(queryClient), QUESTION_MS)
  }
  looking ??= look(queryClient, maxAge).finally(() => {
    looking = undefined
  })
  return looking
}

async function look(queryClient: QueryClient, maxAge: number): Promise<void> {
  let found = await ask(queryClient, maxAge)
  // The question may have been under way before the other tab's login.
  while (found !== 'no answer' && changeElsewhere() === 'in') found = await ask(queryClient, 0)
  clearTimeout(limit)
  limit = undefined
  if (changeElsewhere() === 'out') return followLogout(queryClient)
  if (found === 'nobody' && queryClient.getQueryData(meQuery.queryKey)) setEnded(true)
  if (found === 'somebody') carryOn(queryClient)
  uncover()
  if (changeElsewhere()) askLater(queryClient)
}

async function ask(queryClient: QueryClient, maxAge: number): Promise<'somebody' | 'nobody' | 'no answer'> {
  try {
    await queryClient.fetchQuery({ ...meQuery, staleTime: ended || changeElsewhere() ? 0 : maxAge })
    return 'somebody'
  } catch (error) {
    return isSignedOut(error) ? 'nobody' : 'no answer'
  }
}

/** Calls off a question that is under way: whoever waits for it gets no answer, and all stays as it is. */
export async function cancelQuestion(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ ...meQuery, exact: true }, { silent: true })
}

function askLater(queryClient: QueryClient): void {
  setLoginElsewhere('unanswered')
  clearTimeout(retry)
  retry = setTimeout(() => void lookAgain(queryClient), RETRY_MS)
}

/** Whether somebody is signed in here, as far as is known. */
export function hasLiveSession(queryClient: QueryClient): boolean {
  return !ended && Boolean(queryClient.getQueryData(meQuery.queryKey))
}

export function markSessionAlive(): void {
  setEnded(false)
  uncover()
}

/** Drops all that is known of the last person; `admin` is at work from now on. */
export function forgetPerson(queryClient: QueryClient, admin: CurrentAdmin | null): void {
  endTurn()
  forgetFetched(queryClient)
  queryClient.getMutationCache().clear()
  queryClient.setQueryData(meQuery.queryKey, admin)
}

/** The other tab has told the server, which will not know this tab's cookie or token any more. */
function followLogout(queryClient: QueryClient): void {
  acceptSessionMark(readSessionMark())
  forgetPerson(queryClient, null)
  markSessionAlive()
}

/** It is known again who is there, or somebody logged in again, here or in another tab: what failed meanwhile is fetched. */
function carryOn(queryClient: QueryClient): void {
  if (!ended && !loginElsewhere) return
  setEnded(false)
  void queryClient.invalidateQueries({ predicate: isFetchedForMe })
}

/** After the screen has been told who is there: for a moment it would otherwise show what it hid. */
function uncover(): void {
  notifyManager.schedule(() => {
    if (changeElsewhere() !== 'in') setLoginElsewhere(undefined)
  })
}

function setLoginElsewhere(value: LoginElsewhere | undefined): void {
  if (!value) clearTimeout(retry)
  loginElsewhere = value
  tellListeners()
}

function setEnded(value: boolean): void {
  ended = value
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
