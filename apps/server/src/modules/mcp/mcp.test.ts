import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistantWorld, arrangeAssistant } from '../../../test/assistant-world.ts'
import { arrangePanelWorld, type PanelWorld } from '../../../test/panel-world.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let world: AssistantWorld
let estate: PanelWorld
let url: URL
let token: string

beforeAll(async () => {
  world = await arrangeAssistant()
  estate = await arrangePanelWorld(world.t)
  url = new URL('/mcp', await world.t.app.http.listen({ port: 0, host: '127.0.0.1' }))
  token = await tokenOf(estate.people.tenant)
})
afterAll(() => world.stop())

const tokenOf = async (person: TestPerson) =>
  (await person.call('POST /api/v1/auth/account/tokens', { name: 'agent', days: 1 })).data.token

async function connected(by = token) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${by}` } },
  })
  await client.connect(transport)
  return client
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const firstId = async (companyId: string, isOther = false) =>
  (
    await world.t.adminPool.query<{ id: string }>(
      `select id::text from outlet where (company_id = $1) <> $2 limit 1`,
      [companyId, isOther],
    )
  ).rows[0]!.id

describe('an agent of a person', () => {
  test('lists the reading tools and calls one, as its person', async () => {
    const client = await connected()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_outlets', 'outlet']))
    expect(tools.filter(({ name }) => name.startsWith('propose'))).toEqual([])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const id = await firstId(estate.tenant.id)
    const found = await client.callTool({ name: 'outlet', arguments: { outletId: id } })
    expect(found.isError).not.toBe(true)
    expect(found.structuredContent).toMatchObject({
      notice: expect.stringContaining('no instructions'),
      references: expect.arrayContaining([expect.objectContaining({ kind: 'outlet', id })]),
    })
    expect(JSON.stringify(found.content)).toContain('no instructions')
    await client.close()
  })

  test('finds nothing of another company, and writes nothing', async () => {
    const client = await connected()
    const id = await firstId(estate.tenant.id, true)
    const theirs = await client.callTool({ name: 'outlet', arguments: { outletId: id } })
    const absent = await client.callTool({ name: 'outlet', arguments: { outletId: '999999999' } })
    expect(theirs).toMatchObject({ isError: true })
    expect(theirs).toEqual(absent)
    expect(await client.callTool({ name: 'outlet', arguments: { outletId: ['x'] } })).toMatchObject({
      isError: true,
    })
    // The library refuses what is not listed, by an error or a failed result.
    const refused = async (name: string) => {
      const answer = await client.callTool({ name, arguments: {} }).catch(() => ({ isError: true }))
      return answer.isError === true
    }
    expect(await refused('propose_open_order')).toBe(true)
    expect(await refused('drop_tables')).toBe(true)
    await client.close()
  })

  test('is offered only what its person may read', async () => {
    const plain = await world.t.person(estate.tenant.id, 'administrator')
    const limited = await tokenOf(plain)
    await world.t.adminPool.query(
      `with gone as (delete from member_role where member_id in (select id from member where person_id = $1) returning company_id, member_id),
        made as (insert into role (company_id, name, permissions) select company_id, 'asks only', array['DMS_SERVER_ASSISTANT'] from gone
          returning company_id, id)
       insert into member_role (company_id, member_id, role_id) select g.company_id, g.member_id, m.id from gone g, made m`,
      [plain.personId],
    )
    const client = await connected(limited)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('outlet')
    await client.close()
  })
})

describe('refuses', () => {
  test.each([
    ['no token', { authorization: '' }, 401],
    ['a session of a person', () => ({ authorization: `Bearer ${estate.people.tenant.token}` }), 401],
    ['an unknown token', { authorization: 'Bearer nwp_unknown' }, 401],
    ['the page of another site', { origin: 'https://evil.test' }, 403],
    ['a page under the name that the request came to', () => ({ origin: url.origin }), 403],
    ['another company', { 'x-company-id': '999999' }, 404],
  ])('%s', async (_name, headers, status) => {
    const answered = await post(list, typeof headers === 'function' ? headers() : headers)
    expect(answered.status).toBe(status)
  })

  test('a token that was ended', async () => {
    const person = await world.t.person(estate.tenant.id, 'administrator')
    const mine = await tokenOf(person)
    expect((await post(list, { authorization: `Bearer ${mine}` })).status).toBe(200)
    const [{ id: tokenId } = { id: '' }] = (await person.call('GET /api/v1/auth/account/tokens')).data
    await person.call('DELETE /api/v1/auth/account/tokens/:tokenId', { tokenId })
    const answered = await post(list, { authorization: `Bearer ${mine}` })
    expect(answered.status).toBe(401)
    expect(answered.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('batches, large bodies, wrong JSON and other methods', async () => {
    expect((await post([list, list])).status).toBe(400)
    expect((await post({ ...list, params: { x: 'x'.repeat(70_000) } })).status).toBe(413)
    expect((await post('{')).status).toBe(400)
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })).status).toBe(405)
  })

  test('a person without the right to the assistant', async () => {
    const person = await world.t.person(estate.tenant.id, 'administrator')
    const mine = await tokenOf(person)
    await world.t.adminPool.query(
      'delete from member_role where member_id in (select id from member where person_id = $1)',
      [person.personId],
    )
    expect((await post(list, { authorization: `Bearer ${mine}` })).status).toBe(403)
  })
})

test('the own page may ask, and the answer stays whole behind compression', async () => {
  const answered = await post(list, { origin: 'https://netward.test', 'accept-encoding': 'gzip' })
  expect(answered.status).toBe(200)
  expect(await answered.text()).toContain('find_outlets')
})
