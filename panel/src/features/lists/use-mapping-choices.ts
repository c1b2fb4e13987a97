import { useState } from 'react'
import type { PurposeTextRow } from './purpose-mapping-queries.ts'

interface MappingChoice {
  purposeId: string
  /** Whether Save maps the text. */
  isSelected: boolean
}

/** Which texts to map to which purposes, on all pages of the list. Nothing is sent before Save. */
export function useMappingChoices() {
  const [choices, setChoices] = useState<ReadonlyMap<string, MappingChoice>>(new Map())
  const [isIncompleteShown, setIncompleteShown] = useState(false)
  const selected = [...choices].flatMap(([text, { purposeId, isSelected }]) =>
    isSelected ? [{ text, purposeId }] : [],
  )

  /** The purpose that was chosen for a text, else the one that it has, else the proposed one. */
  function purposeOf({ text, purposeId, proposedId }: PurposeTextRow): string {
    return choices.get(text)?.purposeId ?? (purposeId || proposedId)
  }

  return {
    selected,
    purposeOf,
    isSelected: ({ text }: PurposeTextRow) => choices.get(text)?.isSelected ?? false,
    /** The selected texts that Save found without a purpose, on any page. */
    missing: isIncompleteShown ? selected.filter(({ purposeId }) => purposeId === '').map(({ text }) => text) : [],
    select: (rows: readonly PurposeTextRow[], isSelected: boolean) =>
      setChoices((before) => {
        const after = new Map(before)
        for (const row of rows) after.set(row.text, { purposeId: purposeOf(row), isSelected })
        return after
      }),
    /** Chooses a purpose for texts, which selects them. */
    choose: (texts: readonly string[], purposeId: string) =>
      setChoices((before) => {
        const after = new Map(before)
        for (const text of texts) after.set(text, { purposeId, isSelected: true })
        return after
      }),
    clear: () => setChoices(new Map()),
    /** Returns whether every selected text has a purpose. Fills `missing` with the others. */
    check: () => {
      const isComplete = selected.every(({ purposeId }) => purposeId !== '')
      setIncompleteShown(!isComplete)
      return isComplete
    },
  }
}
