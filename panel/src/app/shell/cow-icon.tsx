import { icon } from '../../ui/base/icon.tsx'

/** The head of a cow, in the style of Lucide, which has none. */
export const Cow = icon(
  <>
    <path d="M8.5 6.5C6.5 6.5 5 5 5 2.5" />
    <path d="M15.5 6.5C17.5 6.5 19 5 19 2.5" />
    <path d="M7.5 8C5.5 7 3.5 7.5 2 9c1.5 2 3.5 2.5 5.5 1.5" />
    <path d="M16.5 8c2-1 4-.5 5.5 1-1.5 2-3.5 2.5-5.5 1.5" />
    <path d="M8.5 6.5h7c1.2 1.5 1.3 4.5.6 7.8" />
    <path d="M8.5 6.5c-1.2 1.5-1.3 4.5-.6 7.8" />
    <ellipse cx="12" cy="17.5" rx="5" ry="4" />
    <path d="M10.5 11h.01" />
    <path d="M13.5 11h.01" />
    <path d="M10.2 17.5h.01" />
    <path d="M13.8 17.5h.01" />
  </>,
)
