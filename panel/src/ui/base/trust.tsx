import { createContext, type ReactNode, useContext } from 'react'
import { TrustEmblem } from './brand.tsx'
import styles from './trust.module.css'

/** The trust that this panel serves, from its configuration. */
export interface Trust {
  trustName: string
  /** An address the browser may load; our own emblem stands in when there is none. */
  logoUrl?: string | undefined
  /** IANA name, such as `Asia/Kolkata`: the zone of every date on screen. */
  timeZone: string
}

const TrustContext = createContext<Trust>({ trustName: 'SevaDesk', timeZone: 'Asia/Kolkata' })

export function TrustProvider({ trust, children }: { trust: Trust; children: ReactNode }) {
  return <TrustContext value={trust}>{children}</TrustContext>
}

export function useTrust(): Trust {
  return useContext(TrustContext)
}

/** The trust's logo; decorative, since its name stands beside it. `size` is in pixels. */
export function TrustLogo({ size = 40 }: { size?: number }) {
  const { logoUrl } = useTrust()
  if (!logoUrl) return <TrustEmblem size={size} />
  return <img className={styles.logo} src={logoUrl} alt="" width={size} height={size} />
}
