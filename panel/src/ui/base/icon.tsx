import type { ComponentType, ReactNode, SVGProps } from 'react'

/** `size` is the width and height in CSS pixels, 24 unless given. */
export type Icon = ComponentType<SVGProps<SVGSVGElement> & { size?: number }>

/**
 * Makes a component of an icon's shapes. The module `~icons/lucide/…` of each icon calls it; see
 * panel/icons.ts. Screen readers skip an icon, since its button or text says the same.
 */
export function icon(shapes: ReactNode): Icon {
  return ({ size = 24, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {shapes}
    </svg>
  )
}
