import { useLingui } from '@lingui/react/macro'
import { LoginPage } from '../features/login/login-page.tsx'
import type { SignIn } from '../session/sign-in.ts'
import { useTrust } from '../ui/base/trust.tsx'
import { Preferences } from './preferences.tsx'
import { useWindowTitle } from './use-window-title.ts'

export function LoginScreen({ signIn }: { signIn: SignIn }) {
  const { t } = useLingui()
  useWindowTitle(t`Login`, useTrust().trustName)
  return <LoginPage signIn={signIn} preferences={<Preferences />} />
}
