import { setTimeout } from 'node:timers/promises'
import { administratorPassword, makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient } from '../apps/server/test/server-process.ts'
import { type ModelService, startOpenaiService } from '../packages/testkit/src/assistant/index.ts'
import { cpuBetween, cpuTimes, residentMegabytes } from './harness/process-cpu.ts'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'

const code = 'bench-assistant'
/** Each has some of the streams: people have a limit. */
const askers = 20
/** Of an answer of a paced model: a word every 100 ms. */
const paceMilliseconds = 100
const paced = 'The line of the outlet was down from 10:02 to 10:31. '.repeat(24)

/** What the assistant adds to a model: time until the first word, and memory of many open streams. */
export async function assistant({ quick }: Options): Promise<Section[]> {
  const server = new BenchServer()
  const service = await startOpenaiService()
  try {
    await server.start({ NETWARD_OUTGOING_RANGES: `127.0.0.0/8=${code}` })
    const { companyId, userName } = await makeAdministrator(server.consoleUrl, code, { trial: true })
    const person = await ApiClient.signIn(server.consoleUrl, userName, administratorPassword)
    await enable(person, service)
    const url = server.consoleUrl
    const people = await Promise.all(
      (await server.createMembers(companyId, askers)).map(({ username, password }) =>
        server.signIn(username, password),
      ),
    )
    const [first] = people
    service.play = () => ({ words: 'All is well.' })
    const added: number[] = []
    for (let n = 0; n < (quick ? 20 : 100); n += 1) added.push(await addedByUs(url, first!, service))
    const idle = residentMegabytes(server.pid)
    service.play = () => ({ words: paced })
    service.paceMilliseconds = paceMilliseconds
    const before = cpuTimes(server.pid)
    const began = performance.now()
    const streams = quick ? 100 : 500
    const open = Array.from({ length: streams }, (_, n) => readAll(url, people[n % askers]!))
    await setTimeout((quick ? 4 : 10) * 1000)
    const busy = residentMegabytes(server.pid)
    const ended = await Promise.all(open)
    const seconds = (performance.now() - began) / 1000
    const spent = cpuBetween(before, cpuTimes(server.pid))
    return [
      {
        title: `Assistant: a model that answers at once, then ${streams} streams of one that writes a word every ${paceMilliseconds} ms`,
        figures: [
          {
            name: 'added until the first word',
            values: added,
            unit: 'ms',
            decimals: 1,
            goal: { of: 'value', atMost: 50 },
          },
          { name: 'answers that were whole', values: [ended.filter(Boolean).length], unit: '' },
          { name: 'resident memory before', values: [idle], unit: 'MB' },
          { name: 'with all streams open', values: [busy], unit: 'MB' },
          { name: 'a stream', values: [((busy - idle) * 1024) / streams], unit: 'kB' },
          {
            name: 'CPU of one core meanwhile, server and database',
            values: [((spent.server + spent.database) / seconds / 1000) * 100],
            unit: '%',
          },
        ],
      },
    ]
  } finally {
    await service.stop()
    await server.remove()
  }
}

async function enable(person: ApiClient, service: ModelService): Promise<void> {
  const { data } = await person.call('POST /api/v1/assistant/provider', {
    name: 'Bench',
    preset: 'other',
    address: service.address,
    key: service.key,
    model: 'netward-large',
    isAbroad: false,
  })
  await person.call('POST /api/v1/assistant/consent', {
    providerId: data.id,
    contents: ['questions', 'network'],
    masked: ['names', 'phones', 'addresses', 'serials'],
  })
  const { used: _, ...limits } = (await person.call('GET /api/v1/assistant/settings')).data
  await person.call('PUT /api/v1/assistant/settings', { ...limits, perMinute: 600, atOnce: 50 })
}

type Headers = Record<string, string>

const asking = (person: Headers) => ({
  method: 'POST',
  headers: { ...person, 'content-type': 'application/json' },
  body: JSON.stringify({ question: 'How is the network?' }),
})

/** Milliseconds from the question to its first word, without those that the model took. */
async function addedByUs(url: string, person: Headers, service: ModelService): Promise<number> {
  const began = performance.now()
  const { body } = await fetch(`${url}/api/v1/assistant/ask`, asking(person))
  const decoder = new TextDecoder()
  let first = 0
  for await (const part of body!) {
    if (first === 0 && decoder.decode(part).includes('"type":"text"')) first = performance.now()
  }
  const { at, firstAt } = service.heard.at(-1)!
  return first - began - (firstAt - at)
}

/** Whether the answer was whole. */
async function readAll(url: string, person: Headers): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/assistant/ask`, asking(person))
  return (await answer.text()).includes('"state":"done"')
}
