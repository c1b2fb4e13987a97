import { useSyncExternalStore } from 'react'

/** Light, dark, or whatever the system says. Kept in local storage, so that it outlives a visit. */
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
    // Storage may be closed to us (a private window): the choice then holds for this visit.
  }
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  for (const listener of listeners) listener()
}

/** The choice and the way to change it. At the start first-paint.js has put it on the document, before anything was drawn. */
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
