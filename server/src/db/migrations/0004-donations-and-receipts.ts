import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuildDonations(db)
  await createReceipts(db)
  await createAudit(db)

  await db.schema
    .createTable('payment_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('uncaptured_payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('public_calls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('public_calls_by_address').on('public_calls').columns(['kind', 'address', 'at']).execute()
  await db.schema.createIndex('public_calls_by_time').on('public_calls').column('at').execute()
  await db.schema.createIndex('messages_by_time').on('messages').columns(['created_at', 'id']).execute()
}

/** SQLite cannot add a key to a table, so that both engines get a new one, in the order in which the old rows were made. */
async function rebuildDonations(db: Kysely<unknown>): Promise<void> {
  await withCounter(db, db.schema.createTable('donations_new'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('donor_name', 'text')
    .addColumn('donor_email', 'text')
    .addColumn('donor_phone', 'text')
    .addColumn('donor_address', 'text')
    .addColumn('donor_pan', 'text')
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text')
    .addColumn('status', 'text')
    .addColumn('order_id', 'text', (column) => column.unique())
    .addColumn('payment_id', 'text', (column) => column.unique())
    .addColumn('payment_method', 'text')
    .addColumn('refunded_amount', 'bigint')
    .addColumn('held_payment_id', 'text')
    .addColumn('receipt_token', 'text', (column) => column.unique())
    .addColumn('receipt_expires_at', 'text')
    .addColumn('receipt_number', 'text')
    .addColumn('search_donor', 'text')
    .addColumn('search_purpose', 'text')
    .addColumn('donor_key', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  const kept = sql.raw(
    'id, donor_name, donor_email, donor_phone, amount, currency, purpose, status, order_id, payment_id, receipt_token, receipt_expires_at, created_at, updated_at, deleted_at',
  )
  await sql`insert into donations_new (${kept}) select ${kept} from donations order by created_at, id`.execute(db)
  await db.schema.dropTable('donations').execute()
  await db.schema.alterTable('donations_new').renameTo('donations').execute()

  const living = sql<boolean>`deleted_at is null`
  const index = (name: string) => db.schema.createIndex(name).on('donations')
  // With all that sums are made of, which are read from the index alone.
  await index('donations_by_time').columns(['created_at', 'id', 'status', 'amount', 'currency']).where(living).execute()
  await index('donations_by_status').expression(sql`lower(status), created_at, id`).where(living).execute()
  await index('donations_by_donor').column('donor_key').where(living).execute()
  await index('donations_deleted').columns(['deleted_at', 'id']).where(sql<boolean>`deleted_at is not null`).execute()
  await index('donations_to_receipt')
    .columns(['updated_at', 'id'])
    .where(sql<boolean>`receipt_token is not null and receipt_number is null`)
    .execute()
  await index('donations_to_fold').column('n').where(sql<boolean>`search_donor is null`).execute()
}

/** `n`: an integer that the engine counts up itself. */
function withCounter<Name extends string>(db: Kysely<unknown>, table: CreateTableBuilder<Name>) {
  return isPostgres(db)
    ? table.addColumn('n', 'bigserial', (column) => column.primaryKey())
    : table.addColumn('n', 'integer', (column) => column.primaryKey().autoIncrement())
}

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_settings')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('receipt_series')
    .addColumn('series', 'text', (column) => column.primaryKey())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('receipts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull().unique())
    .addColumn('series', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('settings_hash', 'text', (column) => column.notNull().references('receipt_settings.hash'))
    .addUniqueConstraint('receipts_by_number', ['series', 'number'])
    .execute()
  await refuseChanges(db, 'receipts')
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'text')
    .addColumn('admin_username', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_subject').on('audit').columns(['subject_id', 'at']).execute()
  await refuseChanges(db, 'audit')
}

/** Rows of the table can be added and read, and nothing else. */
async function refuseChanges(db: Kysely<unknown>, table: string): Promise<void> {
  const sentence = `rows of ${table} are never changed`
  if (isPostgres(db)) {
    await sql
      .raw(
        `create function refuse_change_of_${table}() returns trigger language plpgsql as $$ begin raise exception '${sentence}'; end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${table}_stays before update or delete on ${table} for each row execute function refuse_change_of_${table}()`,
      )
      .execute(db)
    return
  }
  for (const change of ['update', 'delete']) {
    await sql
      .raw(
        `create trigger ${table}_stays_on_${change} before ${change} on ${table} begin select raise(abort, '${sentence}'); end`,
      )
      .execute(db)
  }
}

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
