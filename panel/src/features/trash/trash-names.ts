import { useLingui } from '@lingui/react/macro'
import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import type { TrashKind } from '@sevadesk/contract/records/trash.ts'
import { useSectionName } from '../../records/section-name.ts'
import type { TrashEntry } from './trash-item.ts'

export function useKindName(): (kind: TrashKind) => string {
  const { t } = useLingui()
  const names: Record<TrashKind, string> = {
    photo: t`Photo`,
    'home-video': t`Video`,
    event: t`Event`,
    message: t`Message`,
    admin: t({ message: 'Admin', context: 'one account' }),
    certificate: t({ message: 'Certificate', context: 'of a donor' }),
    donation: t`Donation`,
  }
  return (kind) => names[kind]
}

/** The kind of a record; of a photo, also its gallery. */
export function useKindText(): (entry: TrashEntry) => string {
  const kindName = useKindName()
  const sectionName = useSectionName()
  return ({ kind, sectionName: gallery }) => {
    const key = GALLERY_SECTIONS.find(({ name }) => name === gallery)?.key
    return key ? `${kindName(kind)}, ${sectionName(key)}` : kindName(kind)
  }
}

/** The title or name of a record, never empty. */
export function useEntryName(): (entry: Pick<TrashEntry, 'kind' | 'label'>) => string {
  const { t } = useLingui()
  return ({ kind, label }) => label || (kind === 'donation' ? t`Anonymous` : t`Untitled`)
}
