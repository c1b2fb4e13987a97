/** One icon by its name on https://lucide.dev/icons. panel/icons.ts refuses an unknown name. */
declare module '~icons/lucide/*' {
  const Icon: import('./icon.tsx').Icon
  export default Icon
}
