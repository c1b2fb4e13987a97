import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

export type Means = 'mouse' | 'touch' | 'keyboard'

/** How a person works the panel: with a mouse, a finger, or the keyboard alone. */
export interface Hands {
  press(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** Picks an option of a native select by its words. */
  choose(select: Locator, option: string): Promise<void>
  /** Presses what opens the browser's file window, and picks those files in it. */
  pickFiles(target: Locator, paths: string[]): Promise<void>
}

export function handsOf(page: Page, means: Means): Hands {
  const hands = means === 'keyboard' ? keyboardHands(page) : pointerHands(means)
  return {
    ...hands,
    pickFiles: async (target, paths) => {
      const opening: Promise<FileChooser> = page.waitForEvent('filechooser')
      await hands.press(target)
      await (await opening).setFiles(paths)
    },
  }
}

function pointerHands(means: 'mouse' | 'touch'): Omit<Hands, 'pickFiles'> {
  return {
    press: (target) => (means === 'touch' ? target.tap() : target.click()),
    type: async (field, text) => {
      await (means === 'touch' ? field.tap() : field.click())
      await field.press('ControlOrMeta+a')
      await field.pressSequentially(text)
    },
    choose: async (select, option) => {
      await select.selectOption({ label: option })
    },
  }
}

function keyboardHands(page: Page): Omit<Hands, 'pickFiles'> {
  return {
    press: async (target) => {
      await reach(page, target)
      await page.keyboard.press('Enter')
    },
    type: async (field, text) => {
      await reach(page, field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    choose: async (select, option) => {
      await reach(page, select)
      const steps = await select.evaluate((element: HTMLSelectElement, label) => {
        const wanted = [...element.options].findIndex((candidate) => candidate.label === label)
        return wanted - element.selectedIndex
      }, option)
      for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
    },
  }
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Walks there as a keyboard does: Tab between controls, arrows within a menu. A control that cannot be reached fails the test. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const role = await target.getAttribute('role')
  const key = role?.startsWith('menuitem') ? 'ArrowDown' : 'Tab'
  for (let steps = 0; steps < 150; steps++) {
    if (await hasFocus(target)) return expectRing(target)
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

/** Whoever works by keyboard has to see where they are. The ring may be drawn by the control or by the box around it. */
async function expectRing(target: Locator): Promise<void> {
  const isMarked = await target.evaluate((element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    return around.some((box) => {
      if (!box) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    })
  })
  expect(isMarked, `focus is visible on ${target}`).toBe(true)
}
