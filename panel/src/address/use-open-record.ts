import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

interface OpenRecord {
  /** Id of the record whose details are open. */
  id: string | undefined
  open: (id: string) => void
  close: () => void
}

/**
 * The record that is open in a dialog, `?open=ID`. Back closes the dialog, so opening and closing
 * replace the history entry. The tab's first entry never keeps the id: Back to it would open the
 * dialog again.
 */
export function useOpenRecord(): OpenRecord {
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const inAddress = typeof search.open === 'string' && search.open !== '' ? search.open : undefined
  /** A closed record that the address still names. */
  const [closed, setClosed] = useState<string>()
  const { history } = router

  useEffect(() => {
    if (inAddress === undefined) setClosed(undefined)
  }, [inAddress])

  useEffect(() => {
    if (inAddress === undefined || history.canGoBack()) return
    const { href, state } = history.location
    history.replace(withoutRecord(href), state, { ignoreBlocker: true })
    history.flush()
    history.push(href, {}, { ignoreBlocker: true })
  }, [inAddress, history])

  function removeFromAddress() {
    // While a Back is cancelled, the browser is one entry behind the router.
    const index: unknown = window.history.state?.__TSR_index
    if (typeof index === 'number' && index !== history.location.state.__TSR_index) {
      window.addEventListener('popstate', removeFromAddress, { once: true })
      return
    }
    const href = withoutRecord(history.location.href)
    void router.navigate({ href, replace: true, resetScroll: false, ignoreBlocker: true })
  }

  return {
    id: inAddress === closed ? undefined : inAddress,
    open: (id) => {
      setClosed(undefined)
      const address = new URL(history.location.href, window.location.origin)
      address.searchParams.set('open', id)
      const href = address.pathname + address.search
      void router.navigate({ href, replace: history.canGoBack(), resetScroll: false })
    },
    close: () => {
      setClosed(inAddress)
      removeFromAddress()
    },
  }
}

function withoutRecord(href: string): string {
  const address = new URL(href, window.location.origin)
  address.searchParams.delete('open')
  return address.pathname + address.search + address.hash
}
