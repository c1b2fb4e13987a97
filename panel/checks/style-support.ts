import { type Declaration, type SelectorComponent, transform } from 'lightningcss'
import { CSS_TARGETS } from '../browser-targets.ts'
import { featureAt, lackedBy } from './support.ts'

/** At-rules that the oldest browsers lack, as Lightning CSS names them. */
const RULES_TOO_NEW = ['container', 'scope', 'starting-style', 'nesting', 'view-transition']

/**
 * Features of a built style sheet that the oldest browsers lack and Lightning CSS has not lowered.
 * Skips rules in `@supports`.
 */
export function tooNewInStyle(css: string): Set<string> {
  const features = new Set<string>()
  const code = new TextEncoder().encode(css)
  if (withoutSwitches(lowered(code)) !== withoutSwitches(css)) features.add('something that Lightning CSS would lower')

  transform({
    filename: 'built.css',
    code,
    errorRecovery: false,
    visitor: {
      Rule(rule) {
        if (rule.type === 'supports') return []
        if (RULES_TOO_NEW.includes(rule.type)) features.add(`@${rule.type}`)
        return undefined
      },
      Declaration(declaration) {
        const name = propertyName(declaration)
        if (name && lackedBy(featureAt(`css.properties.${name}`)).length > 0) features.add(name)
      },
      Selector(selector) {
        for (const component of selector) {
          const name = pseudoName(component)
          if (name && lackedBy(featureAt(`css.selectors.${name}`)).length > 0) features.add(`:${name}`)
        }
      },
    },
  })
  return features
}

function lowered(code: Uint8Array): string {
  return new TextDecoder().decode(transform({ filename: 'built.css', code, minify: true, targets: CSS_TARGETS }).code)
}

/** Removes the variables that replace light-dark(), since each lowering adds them again. */
function withoutSwitches(css: string): string {
  return css.replace(/--lightningcss-(light|dark):[^;}]*;?/g, '').trim()
}

function propertyName(declaration: Declaration): string | undefined {
  if (declaration.property === 'custom') {
    const { name } = declaration.value
    return name.startsWith('--') || name.startsWith('-') ? undefined : name
  }
  if (declaration.property === 'unparsed') return declaration.value.propertyId.property
  const hasPrefix = 'vendorPrefix' in declaration && !declaration.vendorPrefix.includes('none')
  return hasPrefix ? undefined : declaration.property
}

function pseudoName(component: SelectorComponent): string | undefined {
  return component.type === 'pseudo-class' || component.type === 'pseudo-element' ? component.kind : undefined
}
