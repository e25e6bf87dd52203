import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importSPKI, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { onThisMachine, plainMessage } from '../../../../test/outgoing-message.ts'
import { sendMail } from './mail.ts'
import type { MailOauth } from './mail-token.ts'

let mail: MailServer
let issuer: Server
let url: string
const asked: { path: string; form: URLSearchParams }[] = []
let answer: (path: string, form: URLSearchParams) => { status: number; body: object }

beforeAll(async () => {
  mail = await startMailServer()
  issuer = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      asked.push({ path: request.url!, form })
      const said = answer(request.url!, form)
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
})
afterEach(() => {
  asked.length = 0
  mail.mails.length = 0
})
afterAll(async () => {
  issuer.close()
  await mail.stop()
})

const granted = (token: string) => ({
  status: 200,
  body: { token_type: 'Bearer', expires_in: 3599, access_token: token },
})

const entra = (clientId: string): MailOauth => ({
  issuer: 'microsoft',
  tenantId: '7e1f8a4c-2f0f-4b8e-9a52-5a7f0f4a1c11',
  clientId,
  cloud: 'china',
})

const send = (oauth: MailOauth, clientSecret: string) =>
  sendMail(
    {
      host: '127.0.0.1',
      port: mail.port,
      security: 'offered',
      user: 'alarms@example.test',
      from: 'alarms@example.test',
      fromName: '',
      oauth,
    },
    { clientSecret },
    plainMessage,
    { email: 'you@example.test' },
    { ...onThisMachine(5000), tokenUrls: { microsoft: url, google: `${url}/token` } },
  )

test('mail goes out by a token of Microsoft, which is asked for once', async () => {
  mail.token = 'first'
  answer = () => granted('first')
  await send(entra('one'), 'secret')
  await send(entra('one'), 'secret')
  expect(mail.mails).toHaveLength(2)
  expect(asked).toHaveLength(1)
  expect(asked[0]!.path).toBe('/7e1f8a4c-2f0f-4b8e-9a52-5a7f0f4a1c11/oauth2/v2.0/token')
  expect(Object.fromEntries(asked[0]!.form)).toEqual({
    grant_type: 'client_credentials',
    client_id: 'one',
    client_secret: 'secret',
    scope: 'https://partner.outlook.cn/.default',
  })
})

test('a token that the mail server refuses before its time is asked for again, once', async () => {
  mail.token = 'second'
  const tokens = ['ended', 'second']
  answer = () => granted(tokens.shift()!)
  await send(entra('two'), 'secret')
  expect(mail.mails).toHaveLength(1)
  mail.token = 'neither'
  answer = () => granted('another')
  const refused = send(entra('two'), 'secret')
  await expect(refused).rejects.toMatchObject({ reason: 'credentials' })
  await expect(refused).rejects.not.toThrow(/another/)
})

test('what Microsoft refuses is said in words, without the secret', async () => {
  mail.token = 'any'
  answer = () => ({
    status: 401,
    body: { error: 'invalid_client', error_description: 'AADSTS7000222: the secret s3cr3t has expired.' },
  })
  await expect(send(entra('three'), 's3cr3t')).rejects.toMatchObject({
    reason: 'secret_ended',
    detail: 'invalid_client: AADSTS7000222: the secret *** has expired.',
  })
  answer = () => ({ status: 503, body: {} })
  await expect(send(entra('three'), 's3cr3t')).rejects.toMatchObject({ reason: 'answer', isFinal: false })
  expect(mail.mails).toEqual([])
})

test('a Google service account asserts the user of the mailbox', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }) as string, 'RS256')
  const clientId = 'mailer@project.iam.gserviceaccount.example'
  mail.token = 'of google'
  answer = () => granted('of google')
  await send({ issuer: 'google', tenantId: '', clientId, cloud: 'global' }, pem)
  expect(mail.mails).toHaveLength(1)
  const [{ form }] = asked as [(typeof asked)[0]]
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(form.get('assertion')!, key, {
    issuer: clientId,
    subject: 'alarms@example.test',
    audience: `${url}/token`,
  })
  expect(payload).toMatchObject({ scope: 'https://mail.google.com/' })
})
