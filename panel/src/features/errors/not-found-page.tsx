import { useLingui } from '@lingui/react/macro'
import { landingPath } from '@sevadesk/contract/accounts/section.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../session/use-me.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SignpostPicture } from '../../ui/pictures/illustration.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  const admin = useMe()
  return (
    <>
      <PageHeader title={t`404 - Page Not Found`} />
      <EmptyState
        picture={<SignpostPicture />}
        title={t`There is no page at this address.`}
        text={t`The address may be wrong, or the page may have moved.`}
        action={<Link to={landingPath(admin ?? {})}>{t`Go to my start page`}</Link>}
      />
    </>
  )
}
