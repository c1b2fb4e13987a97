import { useLingui } from '@lingui/react/macro'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import type { Section, SectionKey } from '@sevadesk/contract/accounts/section.ts'

export function useRoleName(): (role: AdminRole) => string {
  const { t } = useLingui()
  return (role) => (role === 'superadmin' ? t`Superadmin` : t`Admin`)
}

/** The name of a section by its key. Unknown keys are returned unchanged. */
export function useSectionName(): (key: string) => string {
  const { t } = useLingui()
  const names: Record<Section | SectionKey, string> = {
    Dashboard: t`Dashboard`,
    HomeVideo: t`Home Video`,
    Gallery: t`Gallery`,
    Gaushala: t`Gaushala`,
    Vriddhashram: t`Vriddhashram`,
    EyeHospital: t`Eye Hospital`,
    School: t`School`,
    Physiotherapy: t`Physiotherapy`,
    Nursing: t`Nursing Hospital`,
    Events: t`Events`,
    UserInformation: t`User Information`,
    Donations: t`Donations`,
    Message: t`User Messages`,
    Admin: t`Admin`,
    Profile: t`Profile`,
    UpdatePassword: t`Update Password`,
    LoginSessions: t`Login Sessions`,
    All: t({ message: 'All', context: 'every section' }),
  }
  const nameByKey = new Map(Object.entries(names))
  return (key) => nameByKey.get(key) ?? key
}

/** The names of the rights inside Donations. */
export function useDonationRightNames(): Readonly<Record<DonationRight, string>> {
  const { t } = useLingui()
  return {
    view: t({ message: 'View', context: 'a right' }),
    enter: t`Enter and correct`,
    cancel: t`Cancel and delete`,
    export: t({ message: 'Export', context: 'a right' }),
    close: t`Close days`,
  }
}
