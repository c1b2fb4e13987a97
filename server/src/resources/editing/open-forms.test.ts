import { expect, test } from 'vitest'
import { type FormReport, OpenForms } from './open-forms.ts'

const asha = { id: 'a', username: 'asha' }
const meera = { id: 'm', username: 'meera' }
const form = (admin: FormReport['admin'], formId = '1', record = 'event e1'): FormReport => ({ admin, formId, record })
const since = expect.stringMatching(/Z$/)

test('lists the other accounts of a record once each, not the own other tabs', () => {
  const forms = new OpenForms()
  for (const each of [form(asha), form(asha, '2'), form(meera), form(meera, '2', 'event e2')]) forms.open(each)
  expect(forms.othersAt(form(asha))).toEqual([{ username: 'meera', since }])
  expect(forms.othersAt(form(meera))).toEqual([{ username: 'asha', since }])
  expect(forms.othersAt(form(asha, '3', 'event e2'))).toEqual([{ username: 'meera', since }])
})

test('forgets a form that closes, and one without a report for 90 s', () => {
  let now = 0
  const forms = new OpenForms(() => now)
  forms.open(form(asha))
  forms.open(form(asha, '2'))
  forms.close(form(asha))
  expect(forms.othersAt(form(meera))).toHaveLength(1)
  now = 90_000
  expect(forms.othersAt(form(meera))).toHaveLength(1)
  now = 90_001
  expect(forms.othersAt(form(meera))).toEqual([])
})

test('keeps the time of opening while reports arrive, and at most 50 forms of an account', () => {
  let now = 0
  const forms = new OpenForms(() => now)
  forms.open(form(asha, '1', 'event first'))
  const [first] = forms.othersAt(form(meera, '1', 'event first'))
  now = 60_000
  forms.open(form(asha, '1', 'event first'))
  now = 120_000
  expect(forms.othersAt(form(meera, '1', 'event first'))).toEqual([first])
  for (let n = 2; n <= 51; n += 1) forms.open(form(asha, String(n)))
  expect(forms.othersAt(form(meera, '1', 'event first'))).toEqual([])
})
