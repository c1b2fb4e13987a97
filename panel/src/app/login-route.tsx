import { useNavigate } from '@tanstack/react-router'
import { useSignInAgain } from '../session/page-session.ts'
import type { Credentials } from '../session/sign-in.ts'
import { LoginScreen } from '../start/login-screen.tsx'

export function LoginRoute() {
  const signInAgain = useSignInAgain()
  const navigate = useNavigate()

  async function enter(credentials?: Credentials) {
    await signInAgain(credentials)
    await navigate({ to: '/post-login' })
  }

  return <LoginScreen signIn={enter} />
}
