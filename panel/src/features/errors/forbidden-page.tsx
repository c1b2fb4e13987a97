import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { landingPath, mayOpenEverything } from '@sevadesk/contract/accounts/section.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useMe } from '../../session/use-me.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useConfirmLeaveOtherTabs } from '../../ui/form/unsaved-changes.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { GatePicture } from '../../ui/pictures/illustration.tsx'
import styles from './forbidden-page.module.css'

/** Shown to an admin without sections, on a page outside the admin's sections, and at `/403`. */
export function ForbiddenPage() {
  const { t } = useLingui()
  const admin = useMe()
  const landing = admin ? landingPath(admin) : '/403'
  // Our server has pages for superadmins alone.
  const mayOpenAll = admin !== null && mayOpenEverything(admin) && (admin.role === 'superadmin' || !isExtended(admin))
  const hasOthers = landing !== '/403'
  const loginLabel = hasOthers ? t`Log in with another account` : t`Go to login`
  const confirmLeaveOtherTabs = useConfirmLeaveOtherTabs()
  const navigate = useNavigate()

  /** Asks about unsaved changes in other tabs before leaving for the login screen. */
  async function askAndGo(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return // opens in a new tab or window
    event.preventDefault()
    if (await confirmLeaveOtherTabs(loginLabel)) await navigate({ to: '/', search: { login: 'again' } })
  }

  function title(): string {
    if (mayOpenAll) return t`Your account may open every page.`
    return hasOthers ? t`You do not have access to this page.` : t`Your account has no sections.`
  }

  function text(): string {
    if (mayOpenAll) return t`This page opened by its address. No page is blocked for you.`
    return hasOthers
      ? t`If you need it for your work, ask an administrator to give you access.`
      : t`Please contact an administrator to get access.`
  }

  return (
    <>
      <PageHeader title={t`403 — No Access`} />
      <EmptyState
        picture={<GatePicture />}
        title={title()}
        text={text()}
        action={
          <div className={styles.ways}>
            {hasOthers && <Link to={landing}>{t`Go to my start page`}</Link>}
            <Link to="/" search={{ login: 'again' }} onClick={(event) => void askAndGo(event)}>
              {loginLabel}
            </Link>
          </div>
        }
      />
    </>
  )
}
