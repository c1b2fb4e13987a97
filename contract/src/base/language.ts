/** The languages of the panel and of the server's messages. Each needs its catalogues: see CONTRIBUTING.md. */
export const LANGUAGES = [
  { code: 'en', label: 'English' },
  { code: 'hi', label: 'हिन्दी' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']
