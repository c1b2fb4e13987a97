import { useSyncExternalStore } from 'react'

const THEME_CHOICES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const STORAGE_KEY = 'sevadesk_theme'
const listeners = new Set<() => void>()
let current = read()

function setThemeChoice(choice: ThemeChoice): void {
  current = choice
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage, as in some private windows, the choice lasts for this visit.
  }
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  for (const listener of listeners) listener()
}

/**
 * The theme and its setter. At startup, first-paint.js applies the theme before the first paint.
 */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, () => current), setThemeChoice]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
