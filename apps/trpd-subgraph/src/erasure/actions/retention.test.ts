import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { BUILT_IN_JURISDICTIONS } from '../../jurisdictions/domain/jurisdiction.ts'
import { openWorld, type World } from '../../testing/model-world.ts'
import { eraseDue, planRetention } from './retention.ts'

const BROKEN = 5

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

it('transactions that cannot be erased do not stop the erasure of others, and are retried', async () => {
  const { pool } = world.service.database
  await world.take({ type: 'REGISTER', direction: 'RECEIVED', hash: true, which: 0 })
  await pool.query(`
    update transfers set created_at = now() - interval '9 years', updated_at = now() - interval '9 years';
    delete from cases;
    do $$ declare names text; begin
      select string_agg(quote_ident(column_name), ', ') into names from information_schema.columns
      where table_name = 'transfers' and table_schema = current_schema()
        and column_name not in ('sequence', 'id', 'request_identifier');
      execute format('insert into transfers (id, request_identifier, %1$s)
        select gen_random_uuid(), gen_random_uuid(), %1$s from transfers, generate_series(1, ${BROKEN})', names);
    end $$;
    update transfers set created_at = now() - interval '8 years' where sequence = (select max(sequence) from transfers);
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'a broken row'; end $$;
    create trigger fails before update on transfers for each row
      when (old.created_at < now() - interval '8.5 years' and new.erased_at is not null) execute function fail()`)
  const jurisdiction = BUILT_IN_JURISDICTIONS.find(({ code }) => code === 'EU')
  const service: TransferService = {
    ...world.service,
    now: () => new Date(),
    policy: { ...world.service.policy, jurisdiction, retentionErases: true },
  }
  const due = async () => (await planRetention(service)).dueCount
  expect(await due()).toBe(BROKEN + 1)
  await expect(eraseDue(service)).rejects.toThrow('5 transfers could not be erased')
  expect(await due()).toBe(BROKEN)
  await pool.query('drop trigger fails on transfers')
  await eraseDue(service)
  expect(await due()).toBe(0)
})
