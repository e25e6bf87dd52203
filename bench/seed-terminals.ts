import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hashToken } from '../apps/server/src/platform/db/scope.ts'

/** Devices of a company, all last seen on loopback. @returns their ids */
export async function seedTerminalDevices(
  connection: pg.ClientConfig,
  companyId: string,
  count: number,
): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('update entitlement set granted = $2 where company_id = $1', [companyId, count * 2])
    const { rows } = await client.query<{ id: string }>(
      `with d as (
         insert into device (company_id, name, type, oui, serial_number)
         select $1, 'gateway ' || n, 'smart_cpe', 'AABBCC', 'T' || n from generate_series(1, $2) n returning id),
       g as (insert into gateway (device_id, company_id, username, last_address)
         select id, $1, 'terminal-' || id, '127.0.0.1' from d)
       select id from d`,
      [companyId, count],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/** Signed-in administrators of a company, without hashing passwords. @returns headers of each */
export async function seedTerminalPeople(
  connection: pg.ClientConfig,
  companyId: string,
  count: number,
): Promise<Record<string, string>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ person_id: string }>(
      `with p as (
         insert into person (home_company_id, user_name, display_name, password_hash)
         select $1, 'terminal-' || n, 'Person ' || n, '' from generate_series(1, $2) n returning id, display_name),
       m as (
         insert into member (company_id, person_id, os_id, display_name)
         select $1, p.id, n.id, p.display_name from p, org_node n where n.company_id = $1 and n.parent_id is null
         returning id, person_id),
       r as (insert into member_role (company_id, member_id, built_in) select $1, id, 'administrator' from m)
       select person_id from m`,
      [companyId, count],
    )
    const headers: Record<string, string>[] = []
    for (const { person_id } of rows) {
      const token = randomBytes(16).toString('hex')
      await client.query('select open_session($1, $2, $3, 3600, 36000, $4, $5)', [
        hashToken(token),
        person_id,
        companyId,
        '127.0.0.1',
        'bench',
      ])
      headers.push({ authorization: `Bearer ${token}`, 'x-company-id': companyId })
    }
    return headers
  } finally {
    await client.end()
  }
}
