import type { AnyRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { useChoice } from './use-address-values.ts'
import { useListAddress, useShownPage } from './use-list-address.ts'

const LAST_PAGE = 30

/** The search and page of every render. */
let drawn: string[] = []

function List() {
  const address = useListAddress()
  drawn.push(`${address.text} ${address.page}`)
  const [period, setPeriod] = useChoice('period', ['all', 'month', 'year'])
  useShownPage(address, { rows: [], page: Math.min(address.page, LAST_PAGE), isOutdated: false })
  return (
    <>
      <SearchField label="Search" value={address.text} onChange={address.setText} maxLength={200} />
      <button type="button" onClick={() => address.setPage(address.page + 1)}>
        Next
      </button>
      <button type="button" onClick={() => setPeriod('month')}>
        Month
      </button>
      <button type="button" onClick={() => setPeriod('all')}>
        All
      </button>
      <output>{JSON.stringify({ text: address.text, page: address.page, period })}</output>
    </>
  )
}

const open = (address = '/') => renderPage(() => <List />, address)
const field = page.getByRole('searchbox')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const state = (text: string, number: number, period = 'all') =>
  expect.element(page.getByText(JSON.stringify({ text, page: number, period }), { exact: true })).toBeVisible()
const addressOf = (router: AnyRouter) => router.state.location.search

test.each([
  ['/?page=0', '', 1],
  ['/?page=-3', '', 1],
  ['/?page=two', '', 1],
  ['/?page=2x', '', 1],
  ['/?page=12345678901', '', 1],
  ['/?page=7&q=asha', 'asha', 7],
  ['/?q=%5B1%5D', '', 1],
])('reads %s as search "%s" on page %i', async (address, text, number) => {
  await open(address)
  await state(text, number)
})

test('truncates a search of 10,000 characters to 200', async () => {
  await open(`/?q=${'x'.repeat(10_000)}`)
  await expect.element(field).toHaveValue('x'.repeat(200))
})

test('replaces an unknown choice by the default, which stays out of the address', async () => {
  const { router } = await open('/?period=decade')
  await state('', 1)
  await button('Month').click()
  await state('', 1, 'month')
  expect(addressOf(router)).toEqual({ period: 'month' })
  await button('All').click()
  await expect.poll(() => addressOf(router)).toEqual({})
})

test('opens the first page after a new choice or search', async () => {
  const { router } = await open('/?page=4')
  await button('Month').click()
  await state('', 1, 'month')
  await button('Next').click()
  await state('', 2, 'month')
  drawn = []
  await userEvent.type(field, 'asha')
  await state('asha', 1, 'month')
  // Even before the address is updated, page 2 of the new search is never rendered.
  expect(drawn.filter((one) => /^a.* 2$/.test(one))).toEqual([])
  await expect.poll(() => addressOf(router)).toEqual({ period: 'month', q: 'asha' })
})

test('adds a history entry for a page change, but not for typing', async () => {
  const { router } = await open()
  await userEvent.type(field, 'as')
  await expect.poll(() => addressOf(router)).toEqual({ q: 'as' })
  await button('Next').click()
  await state('as', 2)
  await userEvent.type(field, 'ha')
  await expect.poll(() => addressOf(router)).toEqual({ q: 'asha' })
  expect(router.history.length).toBe(2)
  router.history.back()
  await state('as', 1)
  await expect.element(field).toHaveValue('as')
})

test('keeps a search typed right before a page change', async () => {
  const { router } = await open()
  await userEvent.type(field, 'asha')
  await button('Next').click()
  await state('asha', 2)
  expect(addressOf(router)).toEqual({ q: 'asha', page: 2 })
})

test('replaces a page beyond the last by the last, without a history entry', async () => {
  const { router } = await open('/?page=1000000000')
  await state('', LAST_PAGE)
  expect(addressOf(router)).toEqual({ page: LAST_PAGE })
  expect(router.history.length).toBe(1)
})

test('keeps focus in the search field when it is cleared', async () => {
  const { router } = await open('/?q=asha')
  await button('Clear search').click()
  await expect.element(field).toHaveFocus()
  await state('', 1)
  await expect.element(button('Clear search')).not.toBeInTheDocument()
  await expect.poll(() => addressOf(router)).toEqual({})
})

test('Back restores a search typed right before a navigation', async () => {
  const { router } = await open()
  await field.fill('asha')
  button('Next')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => addressOf(router)).toEqual({ q: 'asha', page: 2 })
  router.history.back()
  await expect.poll(() => addressOf(router)).toEqual({ q: 'asha' })
})
