import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { ContactLinks, EmailLink, mailAddress, PhoneLink } from './contact-links.tsx'

test('an address writes and a number calls', async () => {
  await renderPart(<ContactLinks email="meera@example.org" phone="+91 98765-43210" />)
  await expect
    .element(page.getByRole('link', { name: 'meera@example.org' }))
    .toHaveAttribute('href', 'mailto:meera@example.org')
  await expect.element(page.getByRole('link', { name: '+91 98765-43210' })).toHaveAttribute('href', 'tel:+919876543210')
})

test('a number in Devanagari digits is dialled, one that hides a plus in its middle has none', async () => {
  await renderPart(
    <>
      <PhoneLink number="९८७६५ ४३२१०" />
      <PhoneLink number="022+5" />
    </>,
  )
  await expect.element(page.getByRole('link').first()).toHaveAttribute('href', 'tel:9876543210')
  await expect.element(page.getByRole('link').nth(1)).toHaveAttribute('href', 'tel:0225')
})

test('what is no address and no number is text', async () => {
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
  ['a?bcc=all@x.org', 'mailto:a%3Fbcc%3Dall@x.org'],
  ['a&b@x.org', 'mailto:a%26b@x.org'],
  ['a%0Ab@x.org', 'mailto:a%250Ab@x.org'],
  ['cut\ud83d@x.org', 'mailto:cut%EF%BF%BD@x.org'],
])('%s adds no field to the letter', (address, href) => {
  expect(mailAddress(address)).toBe(href)
})

test('a letter may begin with a subject', () => {
  expect(mailAddress('a@b.org', 'Re: सेवा & more')).toBe(
    `mailto:a@b.org?subject=${encodeURIComponent('Re: सेवा & more')}`,
  )
})
