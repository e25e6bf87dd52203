/**
 * The demo process next to a server started with --demo: creates its companies through the console's API,
 * then powers on their gateways. Arguments: the console's URL, the ACS's URL, the state file, the port of syslog if any.
 * NETWARD_DEMO_PASSWORD holds the password of the operator and of every demo user.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { MetricBatch } from '@netward/contract/metric-batch'
import { completeAccount } from '../complete-account.ts'
import { grantStaff } from './acting.ts'
import { askFirst, assistedCompanies, connectModels, startDemoModel } from './assistant.ts'
import { openDevices } from './applications.ts'
import { demoCompanies, firstNumberOf, serialBase } from './companies.ts'
import { DemoConsole } from './console.ts'
import { pastReadings } from './gateway-history.ts'
import { pastPolls } from './history.ts'
import { type PastLine, pastLines, startTalking } from './device-log.ts'
import { backUpDevices, startDeviceShells, storeSignIns } from './device-shells.ts'
import { handDown, sellTo } from './licences.ts'
import { addMonitored, hasAddresses, startAgents } from './monitoring.ts'
import { monitoredCompanies, monitoredDevices } from './monitored.ts'
import { startDemoNetwork } from './network.ts'
import { notifyGroups, startListeners } from './notified.ts'
import { pastLineTests } from './past-lines.ts'
import { operate } from './operations.ts'
import { proveLines } from './line-proofs.ts'
import { makeOutlets, placeGateway } from './outlets.ts'
import { inBatches } from './past-batches.ts'
import { makePeople } from './people.ts'
import { DemoProbes } from './probes.ts'
import { publishNightShift } from './roles.ts'
import { reportService } from './service-reports.ts'
import { engineers } from './engineers.ts'
import { fieldWork } from './field-work.ts'
import { shareByKeys } from './sharing.ts'
import { readDemoState, writeDemoState } from './state.ts'
import { makeQuietTenants } from './tenants.ts'
import { prepareZabbix } from './zabbix.ts'
import { startDemoTerminals } from './terminals.ts'

const [consoleUrl, acsUrl, stateFile, syslogPort = ''] = process.argv.slice(2)
const password = process.env['NETWARD_DEMO_PASSWORD']
if (!consoleUrl || !acsUrl || !stateFile || !password) {
  process.stderr.write(
    'demo: the console URL, the ACS URL, the state file and NETWARD_DEMO_PASSWORD are wanted\n',
  )
  process.exit(2)
}

const companyIds = await makeCompanies(consoleUrl, stateFile, password)
const msp = await DemoConsole.signIn(consoleUrl, 'admin@beichen', password)
await publishNightShift(msp)
await grantStaff(msp, companyIds)
const terminals = await startDemoTerminals(
  await DemoConsole.signIn(consoleUrl, 'admin', password),
  companyIds,
  stateFile,
)
const own = await hasAddresses()
const agents = await startAgents(consoleUrl, own)
// Elsewhere all devices have the same address, and none has messages or a shell of its own.
const shells = own ? await startDeviceShells(monitoredDevices, stateFile) : null
const talking = own && syslogPort !== '' ? startTalking(monitoredDevices, Number(syslogPort)) : null
const listeners = await startListeners(consoleUrl)
const model = await startDemoModel(consoleUrl)
const probes = new DemoProbes(consoleUrl, stateFile)
const poweredOnAt = Date.now()
const network = await startDemoNetwork(acsUrl, stateFile)
process.stdout.write(
  `  Demo      ${network.gateways.length} gateways of ${demoCompanies.length - 1} customers are being powered on\n`,
)
let storing: Promise<void> = Promise.resolve()
await store({ seed: 'orders' }).catch(report)
/** By serial number, as they are claimed. */
const gatewayIds = new Map<string, string>()
const named = nameGateways(consoleUrl, password, companyIds)
void work().catch(report)
void monitor(consoleUrl).catch(report)
void fieldOrders(consoleUrl, password).catch(report)
const administrators = new Map<string, DemoConsole>()
const assistant = connectAssistant(consoleUrl, password)
void assistant.catch(report)
void Promise.all([named.then(startProbes), assistant])
  .then(() => askFirst(administrators))
  .catch(report)
void notified().catch(report)
void prepareZabbix(msp.actingIn(companyIds.get('qinghe') ?? '')).catch(report)

const stop = () => {
  agents.stop()
  listeners.stop()
  talking?.stop()
  void Promise.all([network.stop(), terminals.stop(), shells?.stop(), probes.stop(), model.stop()]).then(() =>
    process.exit(0),
  )
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The parent server exited.
process.on('disconnect', stop)

function report(error: unknown): void {
  process.stderr.write(`demo: ${String(error)}\n`)
}

/** Before the first alarm: what nobody is notified of is not in the log. */
async function notified(): Promise<void> {
  const customers = monitoredCompanies.map((code) => msp.actingIn(companyIds.get(code) ?? ''))
  await notifyGroups({ msp, customers }, consoleUrl!)
}

/** What people have done with the gateways, once these have names. */
async function work(): Promise<void> {
  await named
  const customer = (code: string) => msp.actingIn(companyIds.get(code) ?? '')
  await operate({ msp, yuelai: customer('yuelai'), qinghe: customer('qinghe') })
  await shareByKeys({
    msp,
    engineer: await DemoConsole.signIn(consoleUrl!, 'engineer@beichen', password!),
    user: await DemoConsole.signIn(consoleUrl!, 'admin@yunfan', password!),
  })
}

/** Each company agrees by its own administrator, and has a month of tokens before its first question. */
async function connectAssistant(url: string, everybody: string): Promise<void> {
  for (const code of assistedCompanies)
    administrators.set(code, await DemoConsole.signIn(url, `admin@${code}`, everybody))
  await connectModels(administrators, model, companyIds)
  await store({ seed: 'tokens' })
}

/** Orders that are open now. */
async function fieldOrders(url: string, everybody: string): Promise<void> {
  const people = {
    administrator: await DemoConsole.signIn(url, 'admin@yuelai', everybody),
    engineer: await DemoConsole.signIn(url, 'engineer@yuelai', everybody),
  }
  await fieldWork(people)
  await engineers(people)
}

/** Adds the SNMP devices, and gives new ones, and then the gateways, the values of the past two weeks. */
async function monitor(url: string): Promise<void> {
  const monitored = monitoredCompanies.map((code) => msp.actingIn(companyIds.get(code) ?? ''))
  for (const [at, code] of monitoredCompanies.entries()) {
    const inside = monitored[at]!
    if (shells !== null) await storeSignIns(inside, shells)
    const { devices, added } = await addMonitored(inside, code, url, own)
    if (!added) continue
    await inside.call('POST /monitor/api/v1/inventory/snapshot', {})
    const epoch = devices.map(({ deviceId }) => deviceId).join(',')
    for await (const batch of inBatches(epoch, pastPolls(devices, Date.now()))) await store(batch)
    await store({ syslog: [...pastLines(devices, Date.now())] })
  }
  if (shells !== null) await backUpDevices(monitored, shells)
  await named
  for (const inside of monitored) await snapshotAgain(inside)
  for (const gateway of network.gateways) {
    const { serialNumber } = gateway.factory.deviceId
    const deviceId = gatewayIds.get(serialNumber)
    if (deviceId === undefined || network.hasPast(serialNumber)) continue
    // Its own readings began when it was powered on, with other counters.
    const readings = pastReadings(deviceId, gateway, poweredOnAt)
    for await (const batch of inBatches(`gateway ${deviceId}`, readings)) await store(batch)
    network.keepPast(serialNumber)
  }
}

/** At the outlets of customers: lines, which come with their gateways, are tested from inside, once they have a past. */
async function startProbes(): Promise<void> {
  const customer = (code: string) => msp.actingIn(companyIds.get(code) ?? '')
  for (const code of monitoredCompanies) await testLines(customer(code)).catch(report)
  if (own) await probes.startReal(customer('yuelai')).catch(report)
  for (const code of ['yuelai', 'qinghe', 'haiyue']) await probes.start(customer(code)).catch(report)
  await proveLines(customer('yuelai'))
  await reportService(customer('yuelai'))
}

/** Gives the first lines of a company the tests of the past week. */
async function testLines(inside: DemoConsole): Promise<void> {
  const { items } = await inside.call('POST /api/v1/outlet/line/lists', { pageSize: 8 })
  for (const [number, { id }] of items.entries()) {
    if (network.hasPast(`line ${id}`)) continue
    for await (const batch of inBatches(`line ${id}`, pastLineTests(id, number, poweredOnAt)))
      await store(batch)
    network.keepPast(`line ${id}`)
  }
}

/** The first one was taken before the gateways had come and the devices were identified. */
async function snapshotAgain(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /monitor/api/v1/inventory/snapshot/lists', {})
  if (total < 2) await inside.call('POST /monitor/api/v1/inventory/snapshot', {}).catch(report)
}

type Past = MetricBatch | { readonly syslog: readonly PastLine[] } | { readonly seed: 'orders' | 'tokens' }

/** Hands a batch, or lines of the past, to the server, as a collector does: they are stored once the server says so. */
function store(past: Past): Promise<void> {
  // One at a time: an answer does not say what it answers.
  const stored = storing.then(() => handOver(past))
  storing = stored.catch(() => {})
  return stored
}

async function handOver(past: Past): Promise<void> {
  const answered = once(process, 'message')
  process.send?.(past)
  const [{ problem }] = (await answered) as [{ problem: string | null }]
  if (problem !== null) throw new Error(problem)
}

async function makeCompanies(url: string, file: string, everybody: string): Promise<Map<string, string>> {
  const operator = await DemoConsole.signIn(url, 'admin', everybody)
  const state = readDemoState(file)
  const existing = await operator.call('POST /api/v1/auth/tenant/lists', { pageSize: 200 })
  const idOf = new Map(existing.items.map((company) => [company.code, company.id]))
  for (const company of demoCompanies) {
    let id = idOf.get(company.code)
    if (id === undefined) {
      const parentId = company.parent === undefined ? undefined : idOf.get(company.parent)
      const made = await operator.call('POST /api/v1/auth/tenant', {
        name: company.name,
        code: company.code,
        prefix: company.code,
        kind: company.kind,
        ...(parentId === undefined ? {} : { parentId }),
      })
      id = made.companyId
      idOf.set(company.code, id)
      await sellTo(operator, company.code, id)
      const inside = operator.actingIn(id)
      const members = [
        { userName: 'admin', displayName: company.administrator, role: 'administrator' },
        { userName: 'engineer', displayName: company.engineer, role: 'engineer' },
      ] as const
      for (const member of members) {
        const firstPassword = `First-${randomBytes(4).toString('hex')}-1`
        await inside.call('POST /api/v1/auth/member', { ...member, password: firstPassword })
        await completeAccount(url, {
          username: `${member.userName}@${company.code}`,
          firstPassword,
          password: everybody,
          displayName: member.displayName,
        })
      }
      await makePeople(inside, company.code)
      await openDevices(inside, company.code)
      if (company.code === 'yuelai')
        await handDown(await DemoConsole.signIn(url, 'admin@beichen', everybody), id)
    }
    await makeOutlets(operator.actingIn(id), company)
    if (company.gateways > 0 && state.enrolments[company.code] === undefined) {
      const made = await operator
        .actingIn(id)
        .call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
      state.enrolments[company.code] = { username: made.username, password: made.password ?? '' }
      writeDemoState(file, state)
    }
  }
  await makeQuietTenants(operator, idOf)
  return idOf
}

/** As gateways connect, an engineer names each after its site. */
async function nameGateways(url: string, everybody: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const operator = await DemoConsole.signIn(url, 'admin', everybody)
  const waiting = new Set(demoCompanies.filter(({ gateways }) => gateways > 0))
  for (let turn = 0; turn < 60 && waiting.size > 0; turn += 1) {
    for (const company of waiting) {
      const inside = operator.actingIn(ids.get(company.code) ?? '')
      const { items } = await inside.call('POST /api/v1/device/lists', {
        pageSize: 200,
        sort: 'serialNumber',
      })
      for (const { id, name, serialNumber } of items) {
        gatewayIds.set(serialNumber, id)
        if (name !== serialNumber) continue
        const index = Number(serialNumber.slice(2)) - serialBase - firstNumberOf(company)
        const site = company.sites[index % company.sites.length] ?? company.name
        const spare = index >= company.sites.length
        await inside.call('PUT /api/v1/device/:deviceId', {
          deviceId: id,
          name: spare ? `${site} 备用` : site,
          tags: spare ? ['备用链路'] : ['主链路', ...(index % 3 === 0 ? ['重点网点'] : [])],
        })
        await placeGateway(inside, { deviceId: id, site, spare, number: index })
      }
      if (items.length >= company.gateways) waiting.delete(company)
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}
