const NAME_CHARACTER = /[\p{L}\p{M}\p{N}_-]/u

/**
 * Finds the files that a server's message names: between quotation marks if it quotes any,
 * otherwise as whole words, so that "11.png" does not name the file `1.png`.
 */
export function findMentionedFiles(message: string, files: readonly File[]): File[] {
  const quoted = files.filter(({ name }) =>
    [`“${name}”`, `"${name}"`, `'${name}'`, `‘${name}’`, `«${name}»`, `\`${name}\``].some((quote) =>
      message.includes(quote),
    ),
  )
  if (quoted.length > 0) return quoted
  const mentioned = findWholeNames(message, [...new Set(files.map(({ name }) => name))])
  return files.filter(({ name }) => mentioned.has(name))
}

/** Tries long names first and blanks each match, so that "my 1.png" does not name `1.png`. */
function findWholeNames(message: string, names: readonly string[]): Set<string> {
  const mentioned = new Set<string>()
  let rest = message
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    for (let at = rest.indexOf(name); name && at >= 0; at = rest.indexOf(name, at + 1)) {
      const end = at + name.length
      if (NAME_CHARACTER.test(rest.charAt(at - 1)) || NAME_CHARACTER.test(rest.charAt(end))) continue
      mentioned.add(name)
      rest = `${rest.slice(0, at)}${' '.repeat(name.length)}${rest.slice(end)}`
    }
  }
  return mentioned
}
