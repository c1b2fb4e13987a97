import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * `donation_changes` says where donations have changed, whoever changed them: the hours of the rows that sums are made of (kind `hour`),
 * and the donors whose rows came, went or changed hands (kind `donor`). `version` tells what a reader has seen already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('donation_changes')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('donation_changes_once', isPostgres ? ['kind', 'place', 'version'] : ['kind', 'place'])
    .execute()
  await db.schema.createIndex('donation_changes_by_version').on('donation_changes').column('version').execute()
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const OF_SUMS = ['n', 'id', 'created_at', 'status', 'amount', 'currency', 'deleted_at']
const OF_DONORS = ['n', 'donor_key', 'deleted_at']
const hourOf = (row: string) => `substr(${row}.created_at, 1, 13)`

/** SQLite lets one transaction write at a time, so that versions that count up are seen in order. */
const NEXT = '(select coalesce(max(version), 0) + 1 from donation_changes)'

function note(kind: 'hour' | 'donor', place: string): string {
  return `
    update donation_changes set version = ${NEXT} where kind = '${kind}' and place = ${place};
    insert into donation_changes (kind, place, version)
      select '${kind}', ${place}, ${NEXT} where changes() = 0 and ${place} is not null;`
}

const REPLACED = ['n', 'id', 'order_id', 'payment_id', 'receipt_token']
  .map((key) => `gone.${key} = new.${key}`)
  .join(' or ')

/** There may be several. */
function noteReplaced(kind: 'hour' | 'donor', place: string): string {
  const places = `select ${place} as place from donations gone where (${REPLACED}) and ${place} is not null`
  return `
    update donation_changes set version = ${NEXT} where kind = '${kind}' and place in (${places});
    insert into donation_changes (kind, place, version) select distinct '${kind}', place, ${NEXT} from (${places})
      where place not in (select place from donation_changes where kind = '${kind}');`
}

function differs(columns: readonly string[]): string {
  return columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
}

/** `insert or replace` removes rows without any trigger that says so; one before it looks for them. */
const SQLITE = [
  `create trigger donations_replaced before insert on donations
    when exists (select 1 from donations gone where ${REPLACED}) begin
    ${noteReplaced('hour', hourOf('gone'))} ${noteReplaced('donor', 'gone.donor_key')} end`,
  `create trigger donations_inserted after insert on donations begin
    ${note('hour', hourOf('new'))} ${note('donor', 'new.donor_key')} end`,
  `create trigger donations_removed after delete on donations begin
    ${note('hour', hourOf('old'))} ${note('donor', 'old.donor_key')} end`,
  `create trigger donations_updated after update of ${OF_SUMS} on donations when ${differs(OF_SUMS)} begin
    ${note('hour', hourOf('old'))} ${note('hour', hourOf('new'))} end`,
  `create trigger donations_changed_hands after update of ${OF_DONORS} on donations when ${differs(OF_DONORS)} begin
    ${note('donor', 'old.donor_key')} ${note('donor', 'new.donor_key')} end`,
]

function rowsThatDiffer(columns: readonly string[]): string {
  return `(select ${columns} from old_rows except select ${columns} from new_rows)
    union all (select ${columns} from new_rows except select ${columns} from old_rows)`
}

/**
 * PostgreSQL: a version is the number of the transaction, and a reader tells by its snapshot which it has seen, so that writers never
 * wait for each other here. Of the older notes of a place, those that are committed are dropped, unless another writer is at it.
 */
const POSTGRES = [
  // Compared in the server's own memory too, which knows the order of bytes and no language's.
  `alter table donations alter column created_at type text collate "C", alter column donor_key type text collate "C"`,
  `create function note_donation_changes() returns trigger language plpgsql as $$
  declare
    mine bigint := pg_current_xact_id()::text::bigint;
    hours text[];
    donors text[];
  begin
    if tg_op = 'TRUNCATE' then
      insert into donation_changes (kind, place, version) values ('all', '', mine) on conflict do nothing;
      return null;
    elsif tg_op = 'INSERT' then
      select array_agg(distinct ${hourOf('r')}), array_agg(distinct r.donor_key) into hours, donors from new_rows r;
    elsif tg_op = 'DELETE' then
      select array_agg(distinct ${hourOf('r')}), array_agg(distinct r.donor_key) into hours, donors from old_rows r;
    else
      select array_agg(distinct ${hourOf('r')}) into hours from (${rowsThatDiffer([...OF_SUMS])}) r;
      select array_agg(distinct r.donor_key) into donors from (${rowsThatDiffer(OF_DONORS)}) r;
    end if;
    donors := array_remove(donors, null);
    insert into donation_changes (kind, place, version)
      select 'hour', hour, mine from unnest(hours) hour union all select 'donor', donor, mine from unnest(donors) donor
      on conflict do nothing;
    delete from donation_changes where ctid = any(array(
      select ctid from donation_changes c
      where version <> mine and (
        kind = 'hour' and place = any(hours) or kind = 'donor' and place = any(donors)
      ) for update skip locked));
    return null;
  end $$`,
  `create trigger donations_inserted after insert on donations referencing new table as new_rows
    for each statement execute function note_donation_changes()`,
  `create trigger donations_removed after delete on donations referencing old table as old_rows
    for each statement execute function note_donation_changes()`,
  `create trigger donations_updated after update on donations referencing old table as old_rows new table as new_rows
    for each statement execute function note_donation_changes()`,
  `create trigger donations_emptied after truncate on donations
    for each statement execute function note_donation_changes()`,
]
