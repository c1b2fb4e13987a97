import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipEntries } from '../testing/files/zip-entries.ts'
import type { SheetCell } from './sheet-cell.ts'
import { xlsxStream } from './xlsx-stream.ts'

const COLUMNS = [{ head: 'A & B', width: 20 }]

async function sheetOf(...cells: SheetCell[]): Promise<string> {
  async function* batches() {
    yield cells.map((cell) => [cell])
  }
  const entries = zipEntries(await buffer(xlsxStream('Gifts', COLUMNS, batches())))
  expect([...entries.keys()].sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  return entries.get('xl/worksheets/sheet1.xml') ?? ''
}

const rowsOf = (sheet: string) => [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].slice(1).map(([, row]) => row)

test('freezes the heads and sets the widths', async () => {
  const sheet = await sheetOf()
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<col min="1" max="1" width="20" customWidth="1"/>')
  expect(sheet).toContain('<t xml:space="preserve">A &amp; B</t>')
  expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true)
})

test('writes money and dates as numbers, and other texts as texts', async () => {
  const rows = rowsOf(
    await sheetOf(
      { kind: 'money', paise: 12_34_56_789 },
      { kind: 'money', paise: 5 },
      { kind: 'day', value: '2026-04-01' },
      { kind: 'time', value: '2026-04-01 12:00:00' },
      { kind: 'day', value: '1899-12-31' },
      { kind: 'text', value: '=1+1' },
    ),
  )
  expect(rows.slice(0, 4)).toEqual([
    '<c s="2"><v>1234567.89</v></c>',
    '<c s="2"><v>0.05</v></c>',
    '<c s="3"><v>46113</v></c>',
    '<c s="4"><v>46113.5</v></c>',
  ])
  expect(rows.slice(4)).toEqual([expect.stringContaining('>1899-12-31<'), expect.stringContaining('>=1+1<')])
})

test('cuts texts that are too long for a cell', async () => {
  const [row] = rowsOf(await sheetOf({ kind: 'text', value: `${'&'.repeat(32_767)}end` }))
  expect(row).toMatch(/[^;]>(&amp;){32767}<\/t>/)
})

test('leaves out what XML cannot contain, and keeps Hindi and emoji', async () => {
  const value = 'दान 🐄 <b>"&"\u0000\u0007\ud800\ufffe\r\nदूसरी _x000D_'
  const [row] = rowsOf(await sheetOf({ kind: 'text', value }))
  expect(row).toContain('>दान 🐄 &lt;b&gt;&quot;&amp;&quot;\ufffd\nदूसरी _x005F_x000D_</t>')
})

test('writes empty cells for missing values', async () => {
  const rows = rowsOf(
    await sheetOf({ kind: 'money', paise: null }, { kind: 'day', value: '' }, { kind: 'text', value: ' ' }),
  )
  expect(rows).toEqual(['<c/>', '<c/>', '<c/>'])
})

test('breaks the stream if the rows fail', async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [[{ kind: 'text', value: 'x' }]]
    throw new Error('the database is gone')
  }
  await expect(buffer(xlsxStream('Gifts', COLUMNS, failing()))).rejects.toThrow('the database is gone')
})

test('stops reading rows when the client has gone', async () => {
  let rows = 0
  let isStopped = false
  async function* endless(): AsyncGenerator<SheetCell[][]> {
    try {
      for (; ; rows += 1) yield [[{ kind: 'text', value: String(Math.random()).repeat(100) }]]
    } finally {
      isStopped = true
    }
  }
  const stream = xlsxStream('Gifts', COLUMNS, endless())
  for await (const _chunk of stream) if (rows > 100) break
  await expect.poll(() => isStopped).toBe(true)
})
