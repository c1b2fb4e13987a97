import { SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { SecondStepDialog } from '../../features/profile/second-step-dialog.tsx'
import { requiredSection } from '../../session/fetch-current-admin.ts'
import { useMe } from '../../session/use-me.ts'
import { useRequiredPage } from './use-required-page.ts'

/** Opens Profile, or a dialog over unsaved work, while the second step must be set up. */
export function RequireSecondStep() {
  const mustSetUp = requiredSection(useMe() ?? {}) === 'Profile'
  const { isDialogOpen, leave } = useRequiredPage(SECTION_PATHS.Profile, mustSetUp)
  return <SecondStepDialog isOpen={isDialogOpen} onLeave={leave} />
}
