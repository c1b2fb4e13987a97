import { useLingui } from '@lingui/react/macro'
import type { GallerySection } from '@sevadesk/contract/section.ts'
import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { useLeaveQuestion } from '../../ui/unsaved-work.ts'
import { GALLERY_TEXTS } from './gallery-texts.ts'
import type { Photo, PhotoDraft } from './photo.ts'
import { photoCardId } from './photo-card.tsx'
import { PhotoForm } from './photo-form.tsx'
import { PhotoList } from './photo-list.tsx'
import { useSortOrder } from './use-sort-order.ts'

const EMPTY: PhotoDraft = { title: '', description: '', files: [] }

/** The photos of one institution: see, add, change, delete. The same page serves all six; give it a `key` per gallery. */
export function GalleryPage({ gallery }: { gallery: GallerySection }) {
  const { t, i18n } = useLingui()
  const [order, setOrder] = useSortOrder()
  const [draft, setDraft] = useState<PhotoDraft>()
  const [isSending, setSending] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const mayLeave = useLeaveQuestion()
  const { title, purpose } = GALLERY_TEXTS[gallery.key]

  function close() {
    const card = draft?.id === undefined ? null : document.getElementById(photoCardId(draft.id))
    // The button can take focus only once it is drawn as open to use again.
    flushSync(() => {
      setSending(false)
      setDraft(undefined)
    })
    ;(card ?? toggle.current)?.focus()
  }

  async function edit({ id, title, description }: Photo) {
    if (isSending || draft?.id === id) return
    if (await mayLeave()) setDraft({ id, title, description, files: [] })
  }

  const addIcon = <ImagePlus aria-hidden="true" />
  return (
    <>
      <PageHeader
        title={i18n._(title)}
        purpose={i18n._(purpose)}
        action={
          <>
            <SortSelect value={order} onChange={setOrder} />
            <Button
              ref={toggle}
              variant={draft ? 'secondary' : 'primary'}
              icon={draft ? <X aria-hidden="true" /> : addIcon}
              aria-expanded={draft !== undefined}
              disabled={isSending}
              onClick={() => setDraft(draft ? undefined : EMPTY)}
            >
              {draft ? t`Close Form` : t`Add New Photo`}
            </Button>
          </>
        }
      />
      {draft && (
        <PhotoForm
          key={draft.id ?? 'new'}
          gallery={gallery.name}
          initial={draft}
          onSaved={close}
          onClose={close}
          onSendingChange={setSending}
        />
      )}
      <PhotoList
        gallery={gallery}
        order={order}
        editedId={draft?.id}
        isLocked={isSending}
        onEdit={(photo) => void edit(photo)}
        onDeleted={({ id }) => setDraft((current) => (current?.id === id ? undefined : current))}
        focusAddButton={() => toggle.current?.focus()}
        emptyAction={
          !draft && (
            <Button icon={addIcon} onClick={() => setDraft(EMPTY)}>
              {t`Add New Photo`}
            </Button>
          )
        }
      />
    </>
  )
}
