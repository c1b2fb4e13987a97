import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext } from 'react'
import { TrustEmblem } from './brand.tsx'
import styles from './trust.module.css'

/** The trust's settings from config.json. */
export interface Trust {
  trustName: string
  /** By language. Where one is missing, `trustName` is shown. */
  trustNames?: Partial<Record<string, string>> | undefined
  /** Falls back to `TrustEmblem`. */
  logoUrl?: string | undefined
  /** IANA name, such as `Asia/Kolkata`, for every date on screen. */
  timeZone: string
}

const TrustContext = createContext<Trust>({ trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' })

export function TrustProvider({ trust, children }: { trust: Trust; children: ReactNode }) {
  const { i18n } = useLingui()
  const trustName = trust.trustNames?.[i18n.locale] ?? trust.trustName
  return <TrustContext value={{ ...trust, trustName }}>{children}</TrustContext>
}

export function useTrust(): Trust {
  return useContext(TrustContext)
}

/** Decorative, since the trust's name is beside it. `size` is in pixels. */
export function TrustLogo({ size = 40 }: { size?: number }) {
  const { logoUrl } = useTrust()
  if (!logoUrl) return <TrustEmblem size={size} />
  return <img className={styles.logo} src={logoUrl} alt="" width={size} height={size} />
}
