import { LoginPage } from '../../features/login/login-page.tsx'
import { Preferences } from './preferences.tsx'

export function LoginScreen() {
  return <LoginPage preferences={<Preferences />} />
}
