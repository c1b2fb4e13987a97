import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBreaches, findMutualImports } from './import-check.mjs'
import { IMPORT_RULES } from './import-rules.mjs'
import { root } from './install.mjs'

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** An importing file, an import that the rules refuse, and an import that they allow. */
const CASES: [file: string, refused: string, allowed: string][] = [
  ['contract/src/a.ts', 'node:fs', 'typebox'],
  ['contract/src/a.ts', '@sevadesk/server/errors.ts', './b.ts'],
  ['contract/src/a.test.ts', 'node:fs', 'vitest'],
  ['panel/src/app/a.ts', '../../../server/src/app.ts', '../features/a/a-page.tsx'],
  ['panel/src/app/a.ts', 'node:fs', '../api/call.ts'],
  ['panel/src/app/a.ts', '@sevadesk/contract/content/gallery-schemas.ts', '@sevadesk/contract/content/gallery.ts'],
  ['panel/src/features/a/a-page.tsx', '../b/b-page.tsx', './a-form.tsx'],
  ['panel/src/features/a/a-page.tsx', '../../app/router.tsx', '../../session/use-me.ts'],
  ['panel/src/features/a/a-page.tsx', '../../api/call.ts', '../../api/api-error.ts'],
  ['panel/src/features/a/a-page.tsx', '../../queries/use-removal.ts', './a-queries.ts'],
  ['panel/src/features/a/a-page.tsx', 'typebox', 'react-aria-components/Button'],
  ['panel/src/features/a/a-page.tsx', 'react-aria-components', '~icons/lucide/x'],
  ['panel/src/features/a/a-queries.ts', '../b/b-queries.ts', '../../api/call.ts'],
  ['panel/src/features/a/a-queries.ts', '../../app/router.tsx', '../../queries/use-removal.ts'],
  ['panel/src/queries/a.ts', '../features/a/a-queries.ts', '../api/call.ts'],
  ['panel/src/queries/a.ts', '../app/screen.ts', '@tanstack/react-query'],
  ['panel/src/session/a.ts', '../ui/base/button.tsx', '../api/call.ts'],
  ['panel/src/address/a.ts', '../api/call.ts', '../ui/table/sort-select.tsx'],
  ['panel/src/media/a.tsx', '../api/call.ts', '../ui/base/button.tsx'],
  ['panel/src/media/a.tsx', '@tanstack/react-query', 'react'],
  ['panel/src/ui/base/a.tsx', '../table/pager.tsx', './button.tsx'],
  ['panel/src/ui/table/a.tsx', '../../session/use-me.ts', '../base/button.tsx'],
  ['panel/src/ui/table/a.tsx', '@sevadesk/contract/accounts/section.ts', 'react'],
  ['panel/src/ui/table/a.tsx', '@tanstack/react-router', 'react-hot-toast/headless'],
  ['panel/src/api/a.ts', '../session/use-me.ts', './call.ts'],
  ['panel/src/api/a.ts', 'react', '@sevadesk/contract/content/gallery.ts'],
  ['server/src/db/migrations/0001-a.ts', '../schema.ts', 'kysely'],
  ['server/src/resources/a/a-routes.ts', 'kysely', './a-store.ts'],
  ['server/src/resources/a/a-routes.ts', '../b/b-service.ts', '../../errors.ts'],
  ['server/src/resources/a/a-service.ts', 'fastify', '../b/b-store.ts'],
  ['server/src/resources/a/a-service.ts', 'kysely', '../../media/media.ts'],
  ['server/src/resources/a/a-service.ts', '../../http/route.ts', '../../jobs/job-store.ts'],
  ['server/src/resources/a/b/c-service.ts', '../a-service.ts', '../a-store.ts'],
  ['server/src/resources/a/a-store.ts', 'fastify', 'kysely'],
  ['server/src/resources/a/a-store.ts', './a-service.ts', '../../db/schema.ts'],
  ['server/src/resources/a/a-store.ts', '../../media/media.ts', '../b/b-store.ts'],
  ['server/src/resources/a/a-rule.ts', './a-store.ts', '@sevadesk/contract/accounts/section.ts'],
  ['server/src/resources/a/a-rule.ts', 'node:fs', 'node:crypto'],
  ['server/src/resources/a/pdf/worker.ts', '../a-routes.ts', './font.ts'],
  ['server/src/http/a.ts', '../resources/a/a-store.ts', '../config.ts'],
  ['server/src/jobs/a.ts', '../resources/a/a-service.ts', '../db/schema.ts'],
  ['server/src/media/a.ts', 'fastify', '../errors.ts'],
  ['server/src/start.ts', '../../panel/src/main.tsx', './app.ts'],
  ['demo/src/a.ts', '@sevadesk/server/http/route.ts', '@sevadesk/server/db/db.ts'],
  ['demo/src/a.ts', 'fastify', 'sharp'],
  ['contract-check/src/a.ts', '@sevadesk/server/errors.ts', '@sevadesk/contract/base/endpoint.ts'],
  ['e2e/journeys/a.ts', '../../server/src/app.ts', '@playwright/test'],
  ['e2e/journeys/a.ts', '@sevadesk/contract/accounts/section.ts', '../support/test.ts'],
  ['bench/a.ts', '../panel/src/main.tsx', 'node:fs'],
]

test.each(CASES)('%s may not import %s but may import %s', (file, refused, allowed) => {
  expect(findBreaches(file, `import { a } from '${refused}'; a`)).toHaveLength(1)
  expect(findBreaches(file, `import { a } from '${allowed}'; a`)).toEqual([])
})

describe('import forms', () => {
  const file = 'contract/src/a.ts'
  test.each([
    `import 'node:fs'`,
    `export { a } from 'node:fs'`,
    `export * from 'node:fs'`,
    `await import('node:fs')`,
    `import { type A, b } from 'node:fs'; b`,
  ])('checks %s', (source) => {
    expect(findBreaches(file, source)).toHaveLength(1)
  })

  test('allows any type from the same workspace, the contract and packages', () => {
    const types = ['../features/a/a-page.tsx', '@sevadesk/contract/content/gallery-schemas.ts', 'typebox']
    for (const source of types) {
      expect(findBreaches('panel/src/ui/table/a.ts', `import type { A } from '${source}'; export type B = A`)).toEqual(
        [],
      )
    }
  })

  test('refuses types from another workspace, and any type imported into migrations or e2e/other-backend', () => {
    const type = (from: string) => `import type { A } from '${from}'; export type B = A`
    expect(findBreaches('panel/src/app/a.ts', type('@sevadesk/server/config.ts'))).toHaveLength(1)
    expect(findBreaches('e2e/other-backend/a.ts', type('@sevadesk/contract/accounts/section.ts'))).toHaveLength(1)
    expect(findBreaches('server/src/db/migrations/0001-a.ts', type('../schema.ts'))).toHaveLength(1)
  })
})

describe('folders of resources and features', () => {
  const imports = (file: string, specifier: string) => ({ file, source: `import { a } from '${specifier}'; a` })
  const there = imports('server/src/resources/a/a-service.ts', '../b/b-store.ts')
  const back = imports('server/src/resources/b/sub/b-service.ts', '../../a/a-store.ts')

  test('may not import each other', () => {
    expect(findMutualImports([there, back])).toEqual([
      `server/src/resources/a and server/src/resources/b import each other: ${there.file} and ${back.file}`,
    ])
  })

  test.each([
    ['one way', []],
    ['by type', [{ file: back.file, source: `import type { A } from '../../a/a-store.ts'; export type B = A` }]],
    ['from a test', [imports('server/src/resources/b/b.test.ts', '../a/a-store.ts')]],
    ['within a folder', [imports('server/src/resources/b/b-service.ts', './b-store.ts')]],
    ['from elsewhere', [imports('server/src/app.ts', './resources/a/a-routes.ts')]],
  ])('may import %s', (_way, others) => {
    expect(findMutualImports([there, ...others])).toEqual([])
  })
})

test('every file matches a row of the import rules', () => {
  const free = files.filter((file) => !IMPORT_RULES.some((rule) => matchesGlob(file, rule.files)))
  expect(free).toEqual([])
})

test('every row of the import rules is the first match of a file', () => {
  const first = files.map((file) => IMPORT_RULES.find((rule) => matchesGlob(file, rule.files)))
  expect(IMPORT_RULES.filter((rule) => !first.includes(rule)).map((rule) => rule.files)).toEqual([])
})
