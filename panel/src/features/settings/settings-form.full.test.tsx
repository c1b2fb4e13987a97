import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { button, editedByMeera } from '../../../testing/open-panel.tsx'
import {
  CONTENT,
  field,
  form,
  openSettingsForm,
  RECEIPT_SVG,
  receiptPicture,
  refuseSettings,
  savedBy,
  watchSettings,
  withSettings,
} from '../../../testing/settings.ts'

const WORDINGS = 'Wordings on taxes'
const PICTURES = 'Signatory and pictures'

test.each([
  [
    'Trust',
    'Phone',
    [
      ['name.hi', 'Name (हिन्दी)', 'Fill in this language too.'],
      ['name', 'Name (English)', 'This is required.'],
      ['address[0].en', 'Address (English)', 'Has characters that receipts cannot print.'],
      ['pan', 'PAN of the trust', 'Must be like AAATS1234F.'],
    ],
  ],
  [
    'Receipts',
    'Days for which a donor can open the link',
    [
      ['receipts.number', 'Format of the number', 'A later receipt would repeat the number.'],
      ['receipts.digits', 'Digits of the number', 'Must be a whole number from 1 to 12.'],
    ],
  ],
  [
    WORDINGS,
    'Heading of the receipt (English)',
    [
      ['wordings[0].from', 'For donations from this day on', 'Another entry begins on this day.'],
      ['wordings[1].from', 'For donations from this day on', 'Is not a date.'],
      ['wordings[0].approval[1].hi', 'Approval, on every receipt (हिन्दी)', 'Must be one line of text.'],
      ['wordings[0].cash.aboveRupees', 'Cash note above (₹)', 'Must be a whole number.'],
    ],
  ],
  [
    'Limits and rules',
    'Years to keep records',
    [
      ['rules[0].anonymousShare', 'Limit of anonymous donations, share of all (%)', 'Must be from 0 to 100.'],
      ['rules[0].fcra.date', 'FCRA registration date', 'Must be a date.'],
      ['rules[0].certificate.hi', 'Name of the income-tax portal’s certificate (हिन्दी)', 'Must be in both languages.'],
    ],
  ],
] as const)(
  'shows each sentence of the server at its field, and keeps what was typed: %s',
  async (section, label, cases) => {
    const refusal = refuseSettings(Object.fromEntries(cases.map(([name, , text]) => [name, text])))
    await openSettingsForm(withSettings(refusal), section)
    await field(label).fill('1')
    await button('Save').click()
    const invalid = () => [...document.querySelectorAll('form [aria-invalid]')]
    await expect.poll(() => invalid().length).toBe(cases.length)
    for (const [, name, sentence] of cases) {
      const inputs = form.getByLabelText(name, { exact: true }).elements()
      const isShown = (input: Element) =>
        invalid().includes(input) && describedBy(input).some((text) => text.includes(sentence))
      expect(inputs.filter(isShown), name).toHaveLength(1)
    }
    expect(invalid()).toContain(document.activeElement)
    await expect.element(field(label).first()).toHaveValue('1')
  },
)

test('says above the buttons what is wrong in another section', async () => {
  await openSettingsForm(withSettings(refuseSettings({ 'receipts.digits': 'Must be a whole number from 1 to 12.' })))
  await field('Phone').fill('0565 244 0000')
  await button('Save').click()
  await expect
    .element(form.getByRole('alert').first())
    .toMatchTextContent('Receipts: Must be a whole number from 1 to 12.')
})

function describedBy(input: Element): string[] {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '')
}

test('shows the sentences for pictures there, until they are removed', async () => {
  const sentence = 'This picture cannot be printed.'
  await openSettingsForm(withSettings(refuseSettings({ logo: sentence, 'signatory.picture': sentence })), PICTURES)
  const groups = ['Logo', 'Signature'].map((label) => ({ label, group: form.getByRole('group', { name: label }) }))
  for (const { label, group } of groups) {
    await choosePicture(label, new File(['\x89PNG broken'], 'x.png', { type: 'image/png' }))
    await expect.element(group.getByRole('img')).toBeInTheDocument()
  }
  await button('Save').click()
  for (const { group } of groups) {
    await expect.element(group).toHaveAccessibleDescription(expect.stringContaining(sentence))
    await group.getByRole('button', { name: 'Remove picture' }).click()
    await expect.element(group).not.toHaveAccessibleDescription(expect.stringContaining(sentence))
  }
})

test('refuses a picture of more than 1 MB before it is sent', async () => {
  await openSettingsForm(withSettings(), PICTURES)
  await choosePicture('Logo', new File([new Uint8Array(1024 * 1024 + 1)], 'x.png', { type: 'image/png' }))
  await expect.element(form.getByText('This picture is larger than 1 MB. Choose a smaller one.')).toBeVisible()
  await expect.element(form.getByRole('group', { name: 'Logo' }).getByRole('img')).not.toBeInTheDocument()
})

async function choosePicture(label: string, file: File) {
  const input = form.getByRole('group', { name: label }).element().querySelector('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  await userEvent.upload(input, file)
}

test('draws the receipt after a pause', async () => {
  await openSettingsForm()
  await expect.element(receiptPicture).toBeVisible()
  const { previews } = watchSettings()
  await userEvent.fill(field('Name (English)'), '')
  await userEvent.type(field('Name (English)'), 'Typed without a pause')
  await expect.poll(() => previews.at(-1)).toMatchObject({ content: { name: { en: 'Typed without a pause' } } })
  expect(previews.length).toBeLessThan('Typed without a pause'.length)
})

test('draws the receipt of the day whose wording is edited', async () => {
  await openSettingsForm(withSettings(), WORDINGS)
  await expect.element(receiptPicture).toBeVisible()
  const { previews } = watchSettings()
  await button('From 01 Apr 2021').click()
  await field('Heading of the receipt (English)').fill('Older')
  await expect.poll(() => previews.at(-1)).toMatchObject({ day: '2021-04-01' })
  await button('Add a wording').click()
  await field('For donations from this day on').fill('01/04/2099')
  await expect
    .poll(() => previews.at(-1))
    .toMatchObject({
      day: '2099-04-01',
      content: { wordings: [{ from: '2099-04-01', title: 'New heading' }, {}, {}] },
    })
})

test('says why a receipt cannot be drawn, and keeps the form usable', async () => {
  await openSettingsForm()
  await expect.element(receiptPicture).toBeVisible()
  const refusal = {
    success: false,
    message: 'Some fields need a correction.',
    fields: { pan: 'Must be like AAATS1234F.' },
  }
  await respondWith(withSettings({ 'POST /settings/preview': [400, refusal] }))
  await field('PAN of the trust').fill('wrong')
  const region = page.getByRole('region', { name: 'Preview of the receipt' })
  await expect.element(region).toMatchTextContent(/cannot be drawn like this\. Must be like AAATS1234F\./)
  await expect.element(receiptPicture).toBeInTheDocument()
  await expect.element(field('PAN of the trust')).toHaveValue('wrong')
})

test('shows who else edits, and merges with what another superadmin saved meanwhile', async () => {
  const theirs = { ...CONTENT, phone: '0565 244 0000', name: { en: 'Their Trust', hi: 'सेवा न्यास' } }
  const current = { ...savedBy(3, 'asha'), content: theirs }
  const refusal = { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current }
  await openSettingsForm(withSettings({ ...editedByMeera('settings', 'trust'), 'PUT /settings': [412, refusal] }))
  await expect.element(page.getByText('Meera is editing since 11:39 AM')).toBeVisible()
  await field('Name (English)').fill('My Trust')
  await button('Save').click()
  const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  await part.getByRole('group', { name: 'Name' }).getByRole('radio', { name: 'Yours' }).click()
  await expect.element(field('Phone')).toHaveValue('0565 244 0000')
  await respondWith(withSettings({ 'PUT /settings': ok(savedBy(4)) }))
  const { saves } = watchSettings()
  await button('Save').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  expect(saves).toMatchObject([[{ content: { name: { en: 'My Trust' }, phone: '0565 244 0000' } }, '"3"']])
})

test('shows what both changed in the wording of a day', async () => {
  const [newest, oldest] = CONTENT.wordings
  const current = { ...savedBy(3, 'asha'), content: { ...CONTENT, wordings: [{ ...newest, title: 'Theirs' }, oldest] } }
  const refusal = { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current }
  await openSettingsForm(withSettings({ 'PUT /settings': [412, refusal] }), WORDINGS)
  await field('Heading of the receipt (English)').fill('Mine')
  await button('Save').click()
  const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  const group = part.getByRole('group', { name: 'Wordings on taxes' })
  await expect.element(group).toMatchTextContent(/YoursFrom 01 Apr 2026\s*Heading of the receipt \(English\): Mine/)
  await expect.element(group).toMatchTextContent(/TheirsFrom 01 Apr 2026\s*Heading of the receipt \(English\): Theirs/)
  await expect.element(group).not.toMatchTextContent(/2021/)
})

test('keeps what was typed in a tab that was closed', async () => {
  await openSettingsForm()
  await field('Phone').fill('0565 244 0000')
  dispatchEvent(new Event('pagehide'))
  await button('Close Form').click()
  await button('Leave').click()
  await button('Change: Trust').click()
  await button('Restore').click()
  await expect.element(field('Phone')).toHaveValue('0565 244 0000')
})

test('asks to choose the pictures of a restored draft again', async () => {
  await openSettingsForm(withSettings(), PICTURES)
  await field('Designation (English)').fill('Trustee')
  await choosePicture('Logo', new File([RECEIPT_SVG], 'x.svg', { type: 'image/svg+xml' }))
  await expect.element(form.getByRole('group', { name: 'Logo' }).getByRole('img')).toBeInTheDocument()
  dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify(localStorage)).not.toContain('base64')
  await button('Close Form').click()
  await button('Leave').click()
  await button(`Change: ${PICTURES}`).click()
  await button('Restore').click()
  await expect.element(field('Designation (English)')).toHaveValue('Trustee')
  await expect.element(form.getByText(/^The pictures that you had chosen are not kept/)).toBeVisible()
})

test('restores a draft that a panel with other fields has stored', async () => {
  await openSettingsForm(withSettings(), WORDINGS)
  await field('Heading of the receipt (English)').fill('Kept heading')
  dispatchEvent(new Event('pagehide'))
  await button('Close Form').click()
  await button('Leave').click()
  const [key = '', text = ''] = Object.entries<string>({ ...localStorage }).find(([name]) => /draft/.test(name)) ?? []
  localStorage.setItem(key, text.replaceAll(/"(needs|cash\.aboveRupees)":"[^"]*",?/g, ''))
  expect(localStorage.getItem(key)).not.toContain('needs')
  await button(`Change: ${WORDINGS}`).click()
  await button('Restore').click()
  await expect.element(field('Heading of the receipt (English)')).toHaveValue('Kept heading')
  await expect.element(field('Cash note above (₹)')).toHaveValue('')
})
