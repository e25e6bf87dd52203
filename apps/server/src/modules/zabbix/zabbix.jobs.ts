import type { InputOf, equipmentApi } from '@netward/contract'
import type { Transaction } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobHandler, JobTools, Sweep } from '../../platform/jobs/job.ts'
import { mayMeasure } from '../../platform/outgoing.ts'
import { insertEquipment } from '../equipment/index.ts'
import { carryOutRepo, type NextHost } from './carry-out.repo.ts'
import type { ZabbixDeps } from './upload.service.ts'

type Deps = Pick<ZabbixDeps, 'deviceRanges'>
type Type = InputOf<typeof equipmentApi.addEquipment>['type']

const portion = 500
const undoPortion = 200

/** One transaction per portion: a second run goes on where the first one ended. */
export const zabbixJobs = (deps: Deps): Record<string, JobHandler> => ({
  /** {importId}: adds the devices. */
  'zabbix.import': ({ companyId, importId }, tools) => addAll(companyId, String(importId), deps, tools),
  /** {importId}: deletes them. */
  'zabbix.undo': ({ companyId, importId }, tools) => undoAll(companyId, String(importId), tools),
})

export const zabbixSweep: Sweep = {
  name: 'zabbix.tend',
  everySeconds: 60,
  run: ({ scopes }) => carryOutRepo.tend(scopes),
}

async function addAll(
  companyId: string,
  id: string,
  deps: Deps,
  { scopes, signal }: JobTools,
): Promise<void> {
  let goesOn = true
  while (goesOn) {
    if (signal.aborted) throw new Error('stopped before the end')
    goesOn = await scopes.withCompany(companyId, async (tx) => {
      if (!(await carryOutRepo.lockRunning(tx, id))) return false
      const hosts = await carryOutRepo.next(tx, id, portion)
      if (hosts.length > 0) await addSome(tx, { companyId, id, hosts }, deps)
      else await carryOutRepo.finish(tx, id)
      await carryOutRepo.emitChanged(tx, companyId, id)
      return hosts.length > 0
    })
  }
}

interface Portion {
  readonly companyId: string
  readonly id: string
  readonly hosts: readonly NextHost[]
}

/** Adds a portion as far as the licence has room. */
async function addSome(tx: Transaction, { companyId, id, hosts }: Portion, deps: Deps): Promise<void> {
  const homeless = hosts.filter((host) => host.homeless)
  if (homeless.length > 0)
    await carryOutRepo.noteFailed(tx, id, numbersOf(homeless), new AppError('outlet.not_found'))
  const placed = hosts.filter((host) => !host.homeless)
  const companyCode = await carryOutRepo.companyCode(tx, companyId)
  const add = async (some: readonly NextHost[]) => {
    if (some.length === 0) return
    const rows = some.map((host) => ({
      values: valuesOf(host),
      mayMeasure: mayMeasure(host.ipAddress, { ranges: deps.deviceRanges, companyCode }),
    }))
    const ids = await insertEquipment(tx, rows)
    await carryOutRepo.noteAdded(
      tx,
      id,
      some.map(({ n }, index) => [n, ids[index]!] as const),
    )
  }
  const refusal = await carryOutRepo.refusalOf(tx, () => add(placed))
  if (refusal === null) return
  if (refusal.code === 'licence.exceeded') {
    const room = roomOf(refusal)
    await add(placed.slice(0, room))
    await carryOutRepo.noteFailed(tx, id, numbersOf(placed.slice(room)), refusal)
    return
  }
  // An address was taken since the portion was read: the others are added one by one.
  for (const host of placed) {
    const why = await carryOutRepo.refusalOf(tx, () => add([host]))
    if (why !== null) await carryOutRepo.noteFailed(tx, id, [host.n], why)
  }
}

const numbersOf = (hosts: readonly NextHost[]) => hosts.map(({ n }) => n)

/** `granted` and `used` of the refusal: see count_use. */
const roomOf = ({ params }: AppError) =>
  Math.max(0, Number(params['granted'] ?? 0) - Number(params['used'] ?? 0))

function valuesOf({
  n: _n,
  homeless: _homeless,
  type,
  ...host
}: NextHost): InputOf<typeof equipmentApi.addEquipment> {
  return { ...host, type: type as Type }
}

async function undoAll(companyId: string, id: string, { scopes, signal }: JobTools): Promise<void> {
  let gone = 1
  while (gone > 0) {
    if (signal.aborted) throw new Error('stopped before the end')
    gone = await scopes.withCompany(companyId, async (tx) => {
      const some = await carryOutRepo.undoNext(tx, id, undoPortion)
      if (some === 0) await carryOutRepo.finishUndo(tx, id)
      await carryOutRepo.emitChanged(tx, companyId, id)
      return some
    })
  }
}
