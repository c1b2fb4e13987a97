import fc from 'fast-check'

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '𝒮𝓮𝓿𝓪 🕉️',
  'गौशाला में भोजन',
  '\u202egnp.exe',
  '\ufeffBOM',
  'e\u0301'.repeat(50),
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '2026-02-31',
  '9999999-12-31T00:00:00Z',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '%',
  '_%_',
  '\\',
  '../../etc/passwd',
  '%2e%2e%2f',
  '<script>alert(1)</script>',
  '=cmd()',
  '#{7*7}',
  'a\r\nSet-Cookie: b=c',
  'A'.repeat(10_000),
  'ज'.repeat(3000),
]

const ODD_NUMBERS = [
  ...[0, -0, -1, 0.1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, -(2 ** 63)],
  ...[Number.MAX_VALUE, Number.MIN_VALUE, 1e21],
]

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/** Any JSON value, mostly of the wrong type. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { $ne: null }) },
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(oddText, { maxLength: 5 }),
  fc.constantFrom<unknown>(
    nested(500),
    Array.from({ length: 2000 }, () => 1),
  ),
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}
