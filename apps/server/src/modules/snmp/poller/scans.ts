import { guessDevice, type ScanFind, type ScanRequest, type ScanResult } from '@netward/collector'
import { mostNeighbours } from '@netward/contract/discovery-values'
import { AddressList, isGiven } from '../../../platform/address-ranges.ts'
import type { Scopes } from '../../../platform/db/scope.ts'
import { type CleanFind, cleanFind } from './clean-find.ts'
import { fitting, type OpenCredential } from './fitting-credentials.ts'
import { scanRepo, type ScanRow, type SurroundingRow } from './scan.repo.ts'

export interface ScansOptions {
  readonly scopes: Scopes
  /** Of the poller, or `probe:<id>`. */
  readonly name: string
  /** `CIDR=code`: NETWARD_DEVICE_RANGES, or what a probe reaches. */
  readonly deviceRanges: () => readonly string[]
  readonly credentialsOf: (companyId: string) => Promise<readonly OpenCredential[]>
  /** Starts the collector if it does not run. */
  readonly begin: () => void
  readonly send: (message: ScanRequest | { readonly kind: 'scan-stop'; readonly scanId: string }) => void
}

/** Runs that one poller carries out at once. */
const mostRuns = 4
/** Seconds that a part takes at its rate, packets of identification aside: a pause waits no longer for it. */
const partSeconds = 4
const mostOfPart = 256

/** A run on its way. */
interface Run {
  row: ScanRow
  readonly list: AddressList
  readonly around: ReadonlyMap<string, SurroundingRow>
  /** Of the part that the collector has now. */
  readonly addresses: readonly string[]
  isStopping: boolean
}

/** Carries out discoveries in parts: each is committed before the next is sent, so that another poller can go on. */
export class Scans {
  readonly #options: ScansOptions
  readonly #runs = new Map<string, Run>()
  #part = 0

  constructor(options: ScansOptions) {
    this.#options = options
  }

  get active(): number {
    return this.#runs.size
  }

  /** Begins what waits, and ends what was paused, cancelled or deleted. */
  async follow(): Promise<void> {
    const { scopes, name, begin, send } = this.#options
    const rows = await scanRepo.runs(scopes, name, mostRuns)
    const wanted = new Map(rows.map((row) => [row.id, row.run]))
    for (const [scanId, run] of this.#runs) {
      if (wanted.get(run.row.id) === run.row.run || run.isStopping) continue
      run.isStopping = true
      send({ kind: 'scan-stop', scanId })
    }
    const under = new Set([...this.#runs.values()].map(({ row }) => row.id))
    for (const row of rows) {
      if (under.has(row.id)) continue
      begin()
      await this.#begin(row)
    }
  }

  /** The collector began anew: the parts that it had are sent again by the next `follow`. */
  forgetAll(): void {
    this.#runs.clear()
  }

  /** A part is done. A run that goes on gets its next part. */
  async take(scanId: string, { checked, finds }: ScanResult): Promise<void> {
    const { scopes, name } = this.#options
    const run = this.#runs.get(scanId)
    if (run === undefined) return
    this.#runs.delete(scanId)
    const done = Math.max(0, Math.min(checked, run.addresses.length))
    const asked = new Set(run.addresses)
    const answered = finds.filter(({ address }) => asked.has(address))
    const position = run.row.checked + done
    const more = await scanRepo.note(scopes, name, run.row, {
      checked: position,
      answered: answered.length,
      finds: await this.#kept(run, answered),
    })
    run.row = { ...run.row, checked: position }
    if (more && !run.isStopping) await this.#send(run)
  }

  async #begin(row: ScanRow): Promise<void> {
    const { scopes, name } = this.#options
    const list = new AddressList(row.ranges)
    const rows = await scanRepo.surroundings(scopes, row.id)
    const around = new Map(rows.map((one) => [one.address, one]))
    if (row.total !== null) {
      await this.#send({ row, list, around, addresses: [], isStopping: false })
      return
    }
    const extras = row.neighbours
      ? [...around.keys()]
          .filter((address) => !list.has(address) && this.#isGiven(address, row))
          .slice(0, mostNeighbours)
      : []
    const isOpen = extras.length > 0 || row.ranges.some((range) => this.#isGiven(range, row))
    const total = isOpen ? list.size + extras.length : 0
    const problem = isOpen ? null : 'not_allowed'
    if (!(await scanRepo.begin(scopes, name, row, { total, extras, problem }))) return
    await this.#send({ row: { ...row, total, extras }, list, around, addresses: [], isStopping: false })
  }

  async #send(run: Run): Promise<void> {
    const { credentialsOf, send, scopes, name } = this.#options
    const { row, list } = run
    const size = Math.max(8, Math.min(mostOfPart, row.rate * partSeconds))
    const end = Math.min(row.total ?? 0, row.checked + size)
    const addresses: string[] = []
    for (let at = row.checked; at < end; at++) addresses.push(list.at(at) ?? row.extras[at - list.size] ?? '')
    if (addresses.length === 0) {
      // Nothing is left, or nothing was open to it.
      await scanRepo.note(scopes, name, row, { checked: row.checked, answered: 0, finds: [] })
      return
    }
    const sets = await credentialsOf(row.company_id)
    this.#part += 1
    const scanId = `${row.id}:${row.run}:${this.#part}`
    this.#runs.set(scanId, { ...run, addresses })
    send({
      kind: 'scan',
      scanId,
      companyCode: row.company_code,
      port: row.port,
      rate: row.rate,
      credentials: sets.map(({ set }) => set),
      targets: addresses.map((address) => ({
        // What is given to the company no more keeps its place, and is sent nothing: it is no address then.
        address: this.#isGiven(address, row) ? address : '',
        credentialIds: credentialIds(sets, row, address),
      })),
    })
  }

  async #kept({ row, around }: Run, finds: readonly ScanFind[]): Promise<CleanFind[]> {
    const kept: CleanFind[] = []
    for (const find of finds) {
      const clean = await cleanFind(find, around.get(find.address))
      if (clean.answers !== 'other') kept.push(clean)
      // Without a MAC of its own it may be any guest's phone.
      else if (row.keeps_others && clean.mac !== null) {
        const { vendor, type } = await guessDevice(clean.mac, clean.name)
        kept.push({ ...clean, vendor, type: type ?? 'other' })
      }
    }
    return kept
  }

  #isGiven(range: string, { company_code: code }: ScanRow): boolean {
    return isGiven(range, this.#options.deviceRanges(), code)
  }
}

function credentialIds(
  sets: readonly OpenCredential[],
  { credential_ids: chosen, outlet_id: outletId }: ScanRow,
  address: string,
): readonly string[] {
  const tried =
    chosen.length > 0
      ? sets.filter(({ set }) => chosen.includes(set.id))
      : fitting(sets, { address, outletId, chosen: null })
  return tried.map(({ set }) => set.id)
}
