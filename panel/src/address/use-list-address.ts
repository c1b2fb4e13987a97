import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donation.ts'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** How long typing rests, in milliseconds, before the address takes it over: browsers stop an address that changes at every key. */
const REST_MS = 300

interface ListAddress {
  /** What is searched for, as typed and at once. */
  text: string
  setText: (text: string) => void
  /** From 1; the first again as soon as something else is searched for. */
  page: number
  /** A step that Back takes back. */
  setPage: (page: number) => void
  /** The list has no such page and shows this one: the address says so, without a step. */
  correctPage: (page: number) => void
}

/** Search and page of a list in the address, `?q=asha&page=2`; what makes no sense there is the first page of all. */
export function useListAddress(): ListAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const addressText = readText(search.q)
  const [text, setTyped] = useState(addressText)
  const written = useRef(addressText)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A click may lead away, and the page that Back returns to is the one whose address says what was typed.
  const flush = useRef(() => {})
  useEffect(() => {
    flush.current = () => {
      if (timer.current !== undefined) write(text, 1, true)
    }
  })
  useEffect(() => {
    const onClick = () => flush.current()
    window.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('click', onClick, { capture: true })
      clearTimeout(timer.current)
    }
  }, [])

  // Back, forward or a link brought another search. What is being typed stays: it will be in the address in a moment. The address is
  // asked itself, since what is drawn may be behind it.
  useEffect(() => {
    const latest: Record<string, unknown> = router.latestLocation.search
    const current = readText(latest.q)
    if (timer.current !== undefined || current === written.current) return
    written.current = current
    setTyped(current)
  }, [router.latestLocation])

  function write(typed: string, page: number, replace: boolean) {
    clearTimeout(timer.current)
    timer.current = undefined
    written.current = typed
    void navigate({
      to: '.',
      search: (others: object) => ({ ...others, q: typed || undefined, page: page > 1 ? page : undefined }),
      replace,
      resetScroll: false,
    })
  }

  function setText(typed: string) {
    setTyped(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => write(typed, 1, true), REST_MS)
  }

  return {
    text,
    setText,
    page: text === addressText ? readPage(search.page) : 1,
    setPage: (page) => write(text, page, false),
    correctPage: (page) => write(text, page, true),
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, SEARCH_MAX_LENGTH) : ''
}

function readPage(value: unknown): number {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : 1
}

interface LoadedPage {
  rows: readonly unknown[] | undefined
  page: number
  isOutdated: boolean
}

/** Corrects the page in the address when the list is shorter and another page is shown. */
export function useShownPage({ page, correctPage }: ListAddress, list: LoadedPage): void {
  const shown = list.isOutdated || !list.rows ? undefined : list.page
  const correct = useRef(correctPage)
  useEffect(() => {
    correct.current = correctPage
  })
  useEffect(() => {
    if (shown !== undefined && shown !== page) correct.current(shown)
  }, [shown, page])
}
