import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The page of a screen that is still to come. */
export function BeingBuiltPage() {
  const { t, i18n } = useLingui()
  const title = useMatches().at(-1)?.staticData.title

  return (
    <>
      <PageHeader title={title ? i18n._(title) : ''} />
      <EmptyState
        title={t`This screen is being built.`}
        text={t`It will open here, at this address, as soon as it is ready.`}
      />
    </>
  )
}
