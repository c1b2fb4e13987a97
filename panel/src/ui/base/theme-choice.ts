import { createStore } from './create-store.ts'

const THEME_CHOICES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const STORAGE_KEY = 'sevadesk_theme'
const choices = createStore(read())

function setThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage, as in some private windows, the choice lasts for this visit.
  }
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  choices.set(choice)
}

/**
 * The theme and its setter. At startup, first-paint.js applies the theme before the first paint.
 */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [choices.use(), setThemeChoice]
}

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
