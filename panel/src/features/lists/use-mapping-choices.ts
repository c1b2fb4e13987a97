import type { SentMapping } from '@sevadesk/contract/settings/purpose-mapping-schemas.ts'
import { useState } from 'react'
import { type PurposeTextRow, textRowId } from './purpose-mapping-queries.ts'

interface MappingChoice {
  row: PurposeTextRow
  purposeId: string
  /** Whether Save maps the text. */
  isSelected: boolean
}

/** Which texts to map to which purposes, on all pages of the list. Nothing is sent before Save. */
export function useMappingChoices() {
  const [choices, setChoices] = useState<ReadonlyMap<string, MappingChoice>>(new Map())
  const [isIncompleteShown, setIncompleteShown] = useState(false)
  const selected = [...choices.values()].filter(({ isSelected }) => isSelected)

  /** Returns the chosen purpose of a text; without a choice its stored purpose, or else the proposed purpose. */
  function purposeOf({ id, purposeId, proposedId }: PurposeTextRow): string {
    return choices.get(id)?.purposeId ?? purposeId ?? proposedId ?? ''
  }

  return {
    selected,
    mappings: selected.map(
      ({ row, purposeId }): SentMapping => ({ text: row.text, previousId: row.purposeId, purposeId }),
    ),
    purposeOf,
    isSelected: ({ id }: PurposeTextRow) => choices.get(id)?.isSelected ?? false,
    /** The selected texts that Save found without a purpose, on any page. */
    missing: isIncompleteShown ? selected.filter(({ purposeId }) => purposeId === '').map(({ row }) => row) : [],
    select: (rows: readonly PurposeTextRow[], isSelected: boolean) =>
      setChoices((before) => {
        const after = new Map(before)
        for (const row of rows) after.set(row.id, { row, purposeId: purposeOf(row), isSelected })
        return after
      }),
    /** Chooses a purpose for texts, which selects them. */
    choose: (rows: readonly PurposeTextRow[], purposeId: string) =>
      setChoices((before) => {
        const after = new Map(before)
        for (const row of rows) after.set(row.id, { row, purposeId, isSelected: true })
        return after
      }),
    clear: () => setChoices(new Map()),
    /** Forgets choices that were saved. One that changed meanwhile stays, and begins from the saved purpose. */
    forget: (saved: readonly MappingChoice[]) =>
      setChoices((before) => {
        const after = new Map(before)
        for (const { row } of saved) after.delete(row.id)
        for (const sent of saved) {
          const choice = before.get(sent.row.id)
          if (!choice || choice === sent) continue
          const row = { ...sent.row, id: textRowId(sent.row.text, sent.purposeId), purposeId: sent.purposeId }
          after.set(row.id, { ...choice, row })
        }
        return after
      }),
    /** Returns whether every selected text has a purpose. Fills `missing` with the others. */
    check: () => {
      const isComplete = selected.every(({ purposeId }) => purposeId !== '')
      setIncompleteShown(!isComplete)
      return isComplete
    },
  }
}
