import { type SyntaxNode, walk } from './syntax.ts'

/** Attributes and props with text for users. */
const READ_BY_PEOPLE =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|placeholder|title|label|text|purpose|description|errorMessage|pendingLabel|confirmLabel|cancelLabel)$/
const LETTER = /\p{Letter}/u
/** Lingui's elements, whose content is translated. */
const TRANSLATING = ['Trans', 'Plural', 'Select', 'SelectOrdinal']

/**
 * Untranslated text in a component's markup. Names that are equal in every language belong in an
 * element with `translate="no"`.
 */
export function untranslatedText(fileName: string, code: string): string[] {
  const texts: string[] = []
  walk(fileName, code, (node, parents) => {
    const words = literalWords(node)
    if (words === undefined || !LETTER.test(words)) return
    const [parent, grandparent] = parents
    const isChild =
      node.type === 'JSXText' || (parent?.type === 'JSXExpressionContainer' && grandparent?.type === 'JSXElement')
    const attribute = [parent, grandparent].find((around) => around?.type === 'JSXAttribute')
    const isRead = attribute !== undefined && READ_BY_PEOPLE.test(attributeName(attribute))
    if ((isChild || isRead) && !parents.some(isExempt)) texts.push(words.trim())
  })
  return texts
}

function literalWords({ type, value, quasis }: SyntaxNode): string | undefined {
  if (type === 'TemplateLiteral') return quasis?.map((part) => part.value.raw).join('')
  return (type === 'JSXText' || type === 'Literal') && typeof value === 'string' ? value : undefined
}

function isExempt({ openingElement }: SyntaxNode): boolean {
  if (!openingElement) return false
  const isTranslating = TRANSLATING.includes(openingElement.name.name ?? '')
  return isTranslating || openingElement.attributes.some((attribute) => attributeName(attribute) === 'translate')
}

function attributeName({ name }: SyntaxNode): string {
  return typeof name === 'object' ? ((name as SyntaxNode).name ?? '') : (name ?? '')
}
