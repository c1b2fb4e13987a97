const PART_OF_A_NAME = /[\p{L}\p{M}\p{N}_-]/u

/**
 * Of these files, those that a sentence names: within quotation marks where it quotes one, otherwise as words of their own, so that
 * `11.png` does not speak of `1.png`.
 */
export function namedFiles(sentence: string, files: readonly File[]): File[] {
  const quoted = files.filter(({ name }) =>
    [`“${name}”`, `"${name}"`, `'${name}'`, `‘${name}’`, `«${name}»`, `\`${name}\``].some((words) =>
      sentence.includes(words),
    ),
  )
  if (quoted.length > 0) return quoted
  const named = wholeNames(sentence, [...new Set(files.map(({ name }) => name))])
  return files.filter(({ name }) => named.has(name))
}

/** The longest names first; what is found is struck out, so that `my 1.png` does not speak of `1.png` either. */
function wholeNames(sentence: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  let rest = sentence
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    for (let at = rest.indexOf(name); name && at >= 0; at = rest.indexOf(name, at + 1)) {
      const end = at + name.length
      if (PART_OF_A_NAME.test(rest.charAt(at - 1)) || PART_OF_A_NAME.test(rest.charAt(end))) continue
      found.add(name)
      rest = `${rest.slice(0, at)}${' '.repeat(name.length)}${rest.slice(end)}`
    }
  }
  return found
}
