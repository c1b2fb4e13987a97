const PAGE = { width: 595, height: 842, margin: 72, lineHeight: 28 }

/** A PDF of one page (ISO 32000-1, 7.5). The lines are ASCII without parentheses or backslashes. */
export function examplePdf(lines: readonly string[]): Buffer {
  const { width, height, margin, lineHeight } = PAGE
  const shown = lines.map((line) => `(${line}) Tj 0 -${lineHeight} Td`).join('\n')
  const content = `BT /F1 18 Tf ${margin} ${height - margin} Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n${table}\n${trailer}`, 'latin1')
}
