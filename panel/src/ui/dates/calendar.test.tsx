import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { TrustProvider } from '../base/trust.tsx'
import { Calendar } from './calendar.tsx'

// One of these zones always has another day than the browser.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'opens at today of the trust in %s, and marks it',
  async (zone) => {
    vi.setSystemTime(Date.now()) // a midnight after the render would change the expected day
    const chosen: string[] = []
    await renderPart(
      <TrustProvider trust={{ trustName: 'Seva Trust', timeZone: zone }}>
        <Calendar label="From date" day={undefined} years={[1900, 2100]} onChoose={(day) => chosen.push(day)} />
      </TrustProvider>,
    )
    await expect.element(page.getByRole('grid')).toBeVisible()
    const today = document.activeElement as HTMLElement
    expect(getComputedStyle(today).textDecorationLine).toBe('underline')
    today.click()
    expect(chosen).toEqual([zonedDate(Date.now(), zone)])
  },
)

test('opens at the chosen day, which can be chosen again', async () => {
  const chosen: string[] = []
  await renderPart(
    <Calendar label="From date" day="2026-03-31" years={[1900, 2100]} onChoose={(day) => chosen.push(day)} />,
  )
  const day = page.getByRole('button', { name: /31 March 2026|March 31, 2026/ })
  await expect.element(day).toHaveFocus()
  await day.click()
  expect(chosen).toEqual(['2026-03-31'])
})
