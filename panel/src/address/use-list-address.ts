import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Debounce in ms: browsers limit how often the address may change. */
const REST_MS = 300

interface ListAddress {
  /** The search text as typed, not debounced. */
  text: string
  setText: (text: string) => void
  /** Counted from 1. A new search returns to page 1. */
  page: number
  /** Adds a history entry. */
  setPage: (page: number) => void
  /** Corrects a page that does not exist, by replacing the history entry. */
  correctPage: (page: number) => void
}

/**
 * Search and page of a list in the address, `?q=asha&page=2`. An invalid page is read as page 1.
 */
export function useListAddress(): ListAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const addressText = readText(search.q)
  const [text, setTyped] = useState(addressText)
  const written = useRef(addressText)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Writes the typed search before a click navigates away, so that Back returns to it.
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

  // Applies a search changed by Back, Forward or a link, unless the user is typing. Reads
  // `latestLocation`, since the rendered `search` may be stale.
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

/** Corrects a page in the address that is beyond the end of the list. */
export function useShownPage({ page, correctPage }: ListAddress, list: LoadedPage): void {
  const currentPage = list.isOutdated || !list.rows ? undefined : list.page
  const correct = useRef(correctPage)
  useEffect(() => {
    correct.current = correctPage
  })
  useEffect(() => {
    if (currentPage !== undefined && currentPage !== page) correct.current(currentPage)
  }, [currentPage, page])
}
