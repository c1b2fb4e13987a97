import { textCell } from '@sevadesk/contract/base/csv.ts'
import { rupees } from '@sevadesk/contract/donations/donation-csv.ts'

/** A cell of an exported table. Empty texts and null are empty cells. */
export type SheetCell =
  | { kind: 'text'; value: string }
  /** Integer paise. */
  | { kind: 'money'; paise: number | null }
  /** `YYYY-MM-DD`. */
  | { kind: 'day'; value: string }
  /** `YYYY-MM-DD HH:mm:ss`, in the trust's zone. */
  | { kind: 'time'; value: string }

/** Returns the cell as a field of a CSV line. */
export function csvCell(cell: SheetCell): string {
  switch (cell.kind) {
    case 'text':
      return textCell(cell.value)
    case 'money':
      return rupees(cell.paise)
    default:
      return cell.value
  }
}
