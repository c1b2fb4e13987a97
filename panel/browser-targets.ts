/** The oldest supported browsers. */
export const BROWSER_TARGETS = ['chrome109', 'safari15.6', 'ios15.6', 'firefox115']

/** The same browsers for Lightning CSS, which encodes a version as major << 16 | minor << 8. */
export const CSS_TARGETS = {
  chrome: 109 << 16,
  safari: (15 << 16) | (6 << 8),
  ios_saf: (15 << 16) | (6 << 8),
  firefox: 115 << 16,
}
