import { useNavigate } from '@tanstack/react-router'
import { useSignInAgain } from '../session/page-session.ts'
import type { LoginEntry } from '../session/sign-in.ts'
import { LoginScreen } from '../start/login-screen.tsx'

export function LoginRoute() {
  const signInAgain = useSignInAgain()
  const navigate = useNavigate()

  async function enter(entry?: LoginEntry) {
    const result = await signInAgain(entry)
    await navigate({ to: '/post-login' })
    return result
  }

  return <LoginScreen signIn={enter} />
}
