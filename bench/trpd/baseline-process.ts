import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The minimum work of any server: parsing each request as JSON and storing it in a durable transaction of one
 * statement.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 })
await pool.query('create table baseline (id uuid primary key, body jsonb not null)')
const server = createServer(async (request, response) => {
  const body = await json(request)
  await pool.query('insert into baseline (id, body) values ($1, $2)', [randomUUID(), JSON.stringify(body)])
  response.end()
}).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
