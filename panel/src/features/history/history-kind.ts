import { useLingui } from '@lingui/react/macro'
import type { HistoryKind } from '@sevadesk/contract/records/history.ts'

/** Names a kind of record. Unknown kinds are returned unchanged. */
export function useKindName(): (kind: string) => string {
  const { t } = useLingui()
  const names: Record<HistoryKind, string> = {
    photo: t`Photos`,
    'home-video': t`Videos`,
    event: t`Events`,
    donation: t`Donations`,
    donor: t`Donors`,
    'cash-book': t`Cash books`,
    'deposit-slip': t`Deposit slips`,
    message: t`Messages`,
    admin: t`Accounts`,
    session: t`Logins`,
    receipt: t`Receipts`,
    settings: t`Trust details`,
    purpose: t`Purposes`,
    institution: t`Institutions`,
    backup: t`Backups`,
    history: t`History`,
  }
  const nameByKind = new Map<string, string>(Object.entries(names))
  return (kind) => nameByKind.get(kind) ?? kind
}
