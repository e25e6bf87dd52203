import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import type { DirectoryReader } from './directory.ts'
import { dingtalkReader } from './dingtalk.ts'
import { entraReader } from './entra.ts'
import { feishuReader } from './feishu.ts'
import { wecomReader } from './wecom.ts'

// A service that a tenant set up to harm this one: base addresses of channels are free.

let server: Server | undefined
let asked = 0
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const token = {
  errcode: 0,
  code: 0,
  access_token: 't',
  accessToken: 't',
  tenant_access_token: 't',
  expires_in: 7200,
  expireIn: 7200,
  expire: 7200,
}

/** Answers tokens, and what it is given for everything else. */
async function hostile(answer: (path: string) => string): Promise<string> {
  asked = 0
  server = createServer((request, response) => {
    const path = request.url ?? ''
    const isToken = /token|\/scopes|access/i.test(path.split('?')[0] ?? '') && !path.includes('contact')
    asked += 1
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(isToken && !path.includes('/auth/scopes') ? JSON.stringify(token) : answer(path))
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const soon = async () => {}
const readers = (url: string): Readonly<Record<string, DirectoryReader>> => ({
  wecom: wecomReader(
    { corpId: `ww${url.slice(-5)}`, agentId: '1', apiBase: url },
    { secret: 's', contactSecret: 'c' },
    directorySurroundings,
    soon,
  ),
  dingtalk: dingtalkReader(
    { clientId: url, apiBase: url, directoryBase: url },
    's',
    directorySurroundings,
    soon,
  ),
  feishu: feishuReader({ appId: url, apiBase: url }, 's', directorySurroundings, soon),
  entra: entraReader(
    {
      tenantId: '11111111-2222-4333-8444-555555555555',
      clientId: url,
      cloud: 'other',
      signInBase: url,
      graphBase: url,
    },
    's',
    directorySurroundings,
    soon,
  ),
})

test.each(['wecom', 'dingtalk', 'feishu', 'entra'])(
  '%s: values beyond number are refused before they are made',
  async (name) => {
    const bomb = `{"errcode":0,"code":0,"data":${'[]'.padEnd(2)},"value":[${'{},'.repeat(1_500_000)}{}]}`
    const url = await hostile(() => bomb)
    expect(await failureOf(readAll(readers(url)[name]!))).toMatch(/answer: HTTP 200/)
  },
)

test.each(['feishu', 'entra'])(
  '%s: a list that never ends, under ever new cursors, stops with an error',
  async (name) => {
    let n = 0
    const url = await hostile(() => {
      n += 1
      return JSON.stringify({
        code: 0,
        data: { has_more: true, page_token: `p${n}`, items: [] },
        value: [],
        '@odata.nextLink': `${url}/v1.0/users/delta?$skiptoken=${n}`,
      })
    })
    expect(await failureOf(readAll(readers(url)[name]!))).toContain('without anything new')
    expect(asked).toBeLessThan(2200)
  },
  60_000,
)

test.each(['wecom', 'dingtalk', 'feishu', 'entra'])(
  '%s: shapes that no service sends are a failure, or nobody',
  async (name) => {
    for (const shape of [
      '[]',
      '"x"',
      '1',
      'null',
      '',
      '{',
      '\u0000',
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    ]) {
      const url = await hostile(() => shape)
      const reading = readAll(readers(url)[name]!)
      const people = await reading.then(
        ({ people: found }) => found.size,
        () => 0,
      )
      expect(people).toBe(0)
      server!.closeAllConnections()
      server!.close()
    }
  },
)

test('names and identifiers with control characters are cleaned, or nobody', async () => {
  const nasty = 'a\u0000b\u001b[31m\u202ec\r\nd\ud800'
  const url = await hostile((path) => {
    if (path.includes('/users/delta'))
      return JSON.stringify({
        value: [
          { id: 'ok', displayName: nasty, mail: nasty, department: nasty, userPrincipalName: nasty },
          { id: 'bad\u0000id', displayName: 'x' },
          { id: { $ne: null }, displayName: 'x' },
          { id: 'x'.repeat(300) },
        ],
        '@odata.deltaLink': `${url}/v1.0/users/delta?$deltatoken=1`,
      })
    return JSON.stringify({ value: [], '@odata.deltaLink': `${url}/v1.0/groups/delta?$deltatoken=1` })
  })
  const { people, departments } = await readAll(readers(url)['entra']!)
  expect([...people.keys()]).toEqual(['ok'])
  const texts = JSON.stringify([...people.values(), ...departments.values()])
  expect(texts).not.toMatch(/\\u00|\\r|\\n|\\ud800|\u202e/)
})

test('a link of Graph that leads elsewhere gets no token', async () => {
  const url = await hostile(() =>
    JSON.stringify({ value: [], '@odata.nextLink': 'http://169.254.169.254/v1.0/users' }),
  )
  expect(await failureOf(readAll(readers(url)['entra']!))).toContain('link leads elsewhere')
})

test.each(['wecom', 'dingtalk', 'feishu', 'entra'])(
  '%s: private and own addresses are not called',
  async (name) => {
    const url = await hostile(() => '{}')
    for (const base of [
      url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      'http://169.254.169.254',
      'http://10.0.0.1',
      'file:///etc',
    ])
      expect(await failureOf(readAll(refused(base)[name]!))).toMatch(/address_refused|Invalid URL|answer/)
    expect(asked).toBe(0)
  },
)

const refused = (url: string) => {
  const around = { ...directorySurroundings, caller: { ranges: [], companyCode: 'test', isPlatform: false } }
  return {
    wecom: wecomReader(
      { corpId: 'x', agentId: '1', apiBase: url },
      { secret: 's', contactSecret: null },
      around,
      soon,
    ),
    dingtalk: dingtalkReader({ clientId: 'x', apiBase: url, directoryBase: url }, 's', around, soon),
    feishu: feishuReader({ appId: 'x', apiBase: url }, 's', around, soon),
    entra: entraReader(
      { tenantId: 'x', clientId: 'x', cloud: 'other', signInBase: url, graphBase: url },
      's',
      around,
      soon,
    ),
  } as Readonly<Record<string, DirectoryReader>>
}
