import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ProbeHub } from '../apps/server/src/modules/probes/hub/hub.ts'
import { probeRoutes } from '../apps/server/src/modules/probes/probes.routes.ts'
import { Programs } from '../apps/server/src/modules/probes/release.ts'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import { JobProcess } from './harness/job-process.ts'
import type { Options } from './harness/options.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import { residentMegabytes } from './harness/process-cpu.ts'
import type { ConnectLoad, Reconnected } from './harness/probe-clients.ts'
import type { Section } from './harness/report.ts'

/** Outlet probes on one server process: how long until all are connected when they come at once, and what they cost then. */
export async function probes({ quick }: Options): Promise<Section[]> {
  const count = quick ? 1000 : 5000
  const seconds = quick ? 10 : 30
  return withOwnDatabase(async () => {
    let hub: ProbeHub | undefined
    const t = await createTestApp((app, deps) => {
      hub = new ProbeHub({
        ...deps,
        release: () => null,
        writeBatch: async () => {},
        saveParts: async () => {},
      })
      probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
    })
    const server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
    hub!.start()
    const clients = new JobProcess('./probe-clients.ts')
    try {
      const before = residentMegabytes(process.pid)
      const load = await seeded(t, server, count)
      const first = await measured(() => clients.run<Reconnected>(load))
      const cpu = process.cpuUsage()
      await wait(seconds * 1000)
      const { user, system } = process.cpuUsage(cpu)
      const after = residentMegabytes(process.pid)
      await clients.run({ kind: 'close' })
      const storm = await measured(() => clients.run<Reconnected>({ kind: 'again' }))
      return [
        {
          title: `${count} outlet probes on one server process`,
          figures: [
            { name: 'all connected, from nothing', values: [first.seconds], unit: 's', decimals: 1 },
            { name: 'all connected again, at once', values: [storm.seconds], unit: 's', decimals: 1 },
            {
              name: 'CPU of the server for a connection',
              values: [storm.cpu / count],
              unit: 'ms',
              decimals: 2,
            },
            {
              name: 'CPU of the server while connected',
              values: [(user + system) / 10_000 / seconds],
              unit: '% of one',
              decimals: 1,
            },
            {
              name: 'memory for a probe',
              values: [((after - before) * 1024) / count],
              unit: 'KiB',
              decimals: 0,
            },
            { name: 'memory of the process', values: [after], unit: 'MB' },
          ],
          notes: [
            `Simulated: the protocol with signatures and beats every 30 s, no devices. ${storm.putOff} attempts of the storm`,
            'were put off and came again. Real probes spread their return over ten seconds.',
          ],
        },
      ]
    } finally {
      clients.close()
      await hub!.stop()
      await t.stop()
    }
  })
}

async function seeded(t: TestApp, server: string, count: number): Promise<ConnectLoad> {
  const { id: companyId } = await t.company('company')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into probe (company_id, name, state, public_key, created_by)
     select $1, 'Probe ' || n, 'enrolled', $2, 'bench' from generate_series(1, $3::int) n returning id::text`,
    [companyId, publicKey.export({ format: 'der', type: 'spki' }), count],
  )
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { kind: 'connect', server, probeIds: rows.map(({ id }) => id), key }
}

async function measured(work: () => Promise<Reconnected>) {
  const cpu = process.cpuUsage()
  const { milliseconds, putOff } = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: milliseconds / 1000, putOff, cpu: (user + system) / 1000 }
}
