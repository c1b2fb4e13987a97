import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testFolder } from '../testing/files/test-folder.ts'
import { runStatement } from './sqlite-statements.ts'

let folder: string
let database: DatabaseSync
let other: DatabaseSync
beforeEach(() => {
  folder = testFolder()
  database = new DatabaseSync(join(folder, 'one.sqlite'))
  other = new DatabaseSync(join(folder, 'one.sqlite'))
  database.exec(`create table events (id text, title text); insert into events values ('1', 'Puja')`)
})
afterEach(() => {
  for (const each of [database, other]) each.close()
})

test('returns the columns of a table that another connection has changed', () => {
  const read = () => runStatement(database, 'select * from events', [])
  expect(read()).toEqual({ rows: [{ id: '1', title: 'Puja' }] })
  other.exec(`alter table events add column note text default 'none'`)
  expect(read()).toEqual({ rows: [{ id: '1', title: 'Puja', note: 'none' }] })
  other.exec('alter table events drop column title')
  expect(read()).toEqual({ rows: [{ id: '1', note: 'none' }] })
})

test('adds a row once if another connection has changed the table', () => {
  const add = (id: string) => runStatement(database, 'insert into events (id) values (?) returning *', [id])
  add('2')
  other.exec('alter table events add column note text')
  expect(add('3')).toEqual({ rows: [{ id: '3', title: null, note: null }] })
  expect(runStatement(database, 'select count(*) as count from events', [])).toEqual({ rows: [{ count: 3 }] })
})
