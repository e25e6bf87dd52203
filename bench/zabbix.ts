import { makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient, operatorPassword } from '../apps/server/test/server-process.ts'
import { multipartOf } from '../apps/server/test/upload.ts'
import { estateOf, yamlOf } from '../apps/server/test/zabbix-export.ts'
import { effort, type Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'

const hosts = 500
const path = '/monitor/api/v1/zabbix/import'
const longestMs = 120_000

/** An export of 500 hosts in 20 shops: from the upload to the preview, and from the start to the last device. */
export async function zabbix(options: Options): Promise<Section[]> {
  const server = new BenchServer()
  try {
    await server.start()
    const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
    const previewed: number[] = []
    const added: number[] = []
    const { runs } = effort(options)
    for (let run = 0; run < runs; run += 1) {
      const { companyId } = await makeAdministrator(server.consoleUrl, `bench-zabbix-${run}`)
      for (const kind of ['devices', 'outlets'] as const)
        await operator.call('POST /api/v1/licence', { companyId, kind, quantity: 1_000 })
      const headers = await server.administratorOf(companyId)
      const call = async (method: string, to: string, body?: object | Buffer, type = 'application/json') => {
        const answer = await fetch(server.consoleUrl + to, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
          ...(body !== undefined && {
            body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
          }),
        })
        const { code, data } = (await answer.json()) as { code: unknown; data: Import }
        if (code !== 0) throw new Error(`${method} ${to}: ${String(code)}`)
        return data
      }
      // Addresses of its own for each company: one that is measured already would be left out.
      const file = multipartOf(yamlOf(estateOf(hosts, `20.${run + 1}`)), 'zabbix.yaml', 'application/yaml')
      const began = performance.now()
      const { importId } = await call('POST', path, file.body, file.contentType)
      const { groups } = await call('GET', `${path}/${importId}`)
      await call('POST', `${path}/${importId}/hosts`, { page: 1, pageSize: 50 })
      previewed.push(performance.now() - began)
      await call('PUT', `${path}/${importId}`, {
        groups: groups.map(({ n, name }) => ({ n, target: name.startsWith('Shops/') ? 'new' : 'none' })),
        credentials: [{ n: 1, action: 'create', name: 'All', community: 'swordfish' }],
      })
      const started = performance.now()
      await call('POST', `${path}/${importId}/start`)
      for (let state = ''; state !== 'done';) {
        const found = await call('GET', `${path}/${importId}`)
        ;({ state } = found)
        if (state === 'done' && found.counts.added !== hosts) throw new Error(JSON.stringify(found.counts))
        if (performance.now() - started > longestMs) throw new Error(`the import is ${state}`)
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
      }
      added.push(performance.now() - started)
    }
    return [
      {
        title: `Zabbix: an export of ${hosts} hosts in 20 shops`,
        figures: [
          { name: 'from the upload to the preview', values: previewed, unit: 'ms' },
          { name: 'from the start to the last device, 20 outlets made', values: added, unit: 'ms' },
        ],
      },
    ]
  } finally {
    await server.remove()
  }
}

interface Import {
  readonly importId: string
  readonly state: string
  readonly counts: Readonly<Record<string, number>>
  readonly groups: readonly { readonly n: number; readonly name: string }[]
}
