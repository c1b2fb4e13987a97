import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { ContactLinks, EmailLink, mailAddress, PhoneLink } from './contact-links.tsx'

test('links an e-mail address and a phone number', async () => {
  await renderPart(<ContactLinks email="meera@example.org" phone="+91 98765-43210" />)
  await expect
    .element(page.getByRole('link', { name: 'meera@example.org' }))
    .toHaveAttribute('href', 'mailto:meera@example.org')
  await expect.element(page.getByRole('link', { name: '+91 98765 43210' })).toHaveAttribute('href', 'tel:+919876543210')
})

test.each([
  ['+919876543210', '+91 98765 43210', 'tel:+919876543210'],
  ['(+91) 98765-43210', '+91 98765 43210', 'tel:+919876543210'],
  ['+91 22 2345 6789', '+91 22 2345 6789', 'tel:+912223456789'],
  ['98765 43210', '98765 43210', 'tel:9876543210'],
  ['९८७६५ ४३२१०', '९८७६५ ४३२१०', 'tel:9876543210'],
  ['(022) 2345.6789', '(022) 2345.6789', 'tel:02223456789'],
])('shows %s as %s with the link %s', async (number, words, href) => {
  await renderPart(<PhoneLink number={number} />)
  await expect.element(page.getByRole('link', { name: words, exact: true })).toHaveAttribute('href', href)
})

test.each([
  '98765 43210 / 98765 43211',
  '98765 43210, 98765 43211',
  '9876543210 9876543211',
  'call after 6 pm',
  '022 2345 6789 ext. 12',
  '022+5123',
  '12',
])('does not link %s, which is not exactly one phone number', async (number) => {
  await renderPart(<PhoneLink number={number} />)
  await expect.element(page.getByText(number, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})

test('shows an invalid e-mail address or phone number as text', async () => {
  await renderPart(
    <>
      <ContactLinks email="ask at the office" phone="at home" />
      <EmailLink address="a@b@c" />
    </>,
  )
  await expect.element(page.getByText('ask at the office')).toBeVisible()
  await expect.element(page.getByText('at home')).toBeVisible()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})

test.each([
  ['meera.iyer@example.org', 24, ['meera.iyer@example.org']],
  ['meera.iyer@example.org', 20, ['meera.iyer@', 'example.org']],
  ['lakshmi.narayan.venkataraman@ex.org', 20, ['lakshmi.narayan.', 'venkataraman@ex.org']],
  ['asha@accounts.sevatrust.example.org', 24, ['asha@accounts.', 'sevatrust.example.org']],
])('breaks %s in %i characters after the "@" or a dot', async (address, width, lines) => {
  await renderPart(
    <div style={{ width: `${width}ch`, fontFamily: 'monospace' }}>
      <EmailLink address={address} />
    </div>,
  )
  await expect.element(page.getByRole('link', { name: address, exact: true })).toBeVisible()
  expect(linesOf(page.getByRole('link').element())).toEqual(lines)
})

/** The text of each line, from the position of each character. */
function linesOf(element: Element): string[] {
  const lines = new Map<number, string>()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const [at, character] of [...(node.textContent ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + character)
    }
  }
  return [...lines.values()]
}

test.each([
  ['a?bcc=all@x.org', 'mailto:a%3Fbcc%3Dall@x.org'],
  ['a&b@x.org', 'mailto:a%26b@x.org'],
  ['a%0Ab@x.org', 'mailto:a%250Ab@x.org'],
  ['cut\ud83d@x.org', 'mailto:cut%EF%BF%BD@x.org'],
])('encodes %s so that it adds no header field', (address, href) => {
  expect(mailAddress(address)).toBe(href)
})

test('encodes the subject', () => {
  expect(mailAddress('a@b.org', 'Re: सेवा & more')).toBe(
    `mailto:a@b.org?subject=${encodeURIComponent('Re: सेवा & more')}`,
  )
})
