import { mostSyncDepartments, mostSyncPeople, type SyncEnd } from '@netward/contract/people-sync-values'
import type { JobTools } from '../../platform/jobs/job.ts'
import type { DirectoryEnd, DirectoryPage, DirectoryReader } from '../integrations/index.ts'
import { type HeldRun, readingRepo } from './reading.repo.ts'
import { RunEnded } from './run-ended.ts'

/** Of a whole reading, however slowly the service answers: none holds a worker for ever. */
const mostMilliseconds = 3 * 3_600_000

/** Rows of a page that are stored in one transaction. */
const portion = 2_000

export interface Reading {
  readonly tools: JobTools
  readonly holder: string
  /** Throws when the channel was paused, or the company frozen, meanwhile. */
  readonly check: () => Promise<void>
}

interface Found {
  readonly isFull: boolean
  readonly departments: number
}

/** Stores what the directory holds. Nothing else changes: what throws before the end has changed nothing. */
export async function readDirectory(run: HeldRun, reader: DirectoryReader, reading: Reading): Promise<Found> {
  const { tools, holder } = reading
  const inCompany = <T>(work: Parameters<typeof tools.scopes.withCompany<T>>[1]) =>
    tools.scopes.withCompany(run.companyId, work)
  let read = 0
  const store = async (page: DirectoryPage) => {
    await reading.check()
    read += (page.people?.length ?? 0) + (page.departments?.length ?? 0) + (page.leftOut?.length ?? 0)
    if (read > 2 * (mostSyncPeople + mostSyncDepartments)) throw new RunEnded('failed', 'too_many_people')
    for (const part of partsOf(page))
      await inCompany(async (tx) => {
        if (!(await readingRepo.hold(tx, run.id, holder, 'reading'))) throw new RunEnded('stopped', 'by_hand')
        await readingRepo.stage(tx, run, part)
      })
  }
  await inCompany((tx) => readingRepo.clear(tx, run))
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(mostMilliseconds)])
  const end = await pagesOf(run, reader, { signal, store })
  return inCompany(async (tx) => {
    await readingRepo.setEnd(tx, run.id, end)
    const { people, departments } = await readingRepo.count(tx, run)
    const why = problem({ people, departments, isFull: end.isFull })
    if (why !== null) throw new RunEnded('failed', why)
    return { isFull: end.isFull, departments }
  })
}

async function pagesOf(
  { reading, subjects, position }: HeldRun,
  reader: DirectoryReader,
  { signal, store }: { signal: AbortSignal; store: (page: DirectoryPage) => Promise<void> },
): Promise<DirectoryEnd> {
  if (reading === 'people') {
    await store(await reader.readPeople(subjects, signal))
    return { isFull: false, position }
  }
  const pages = reader.read(reading === 'full' ? null : position, signal)
  for (;;) {
    const next = await pages.next()
    if (next.done === true) return next.value
    await store(next.value)
  }
}

/** A full reading without people is a right that is missing at the service, not an empty company. */
function problem(found: { people: number; departments: number; isFull: boolean }): SyncEnd | null {
  if (found.isFull && found.people === 0) return 'empty'
  if (found.people > mostSyncPeople) return 'too_many_people'
  return found.departments > mostSyncDepartments ? 'too_many_departments' : null
}

function* partsOf(page: DirectoryPage): Generator<DirectoryPage> {
  const { people = [], departments = [], gonePeople = [], goneDepartments = [], leftOut = [] } = page
  const most = Math.max(
    people.length,
    departments.length,
    gonePeople.length,
    goneDepartments.length,
    leftOut.length,
  )
  for (let at = 0; at < most; at += portion)
    yield {
      people: people.slice(at, at + portion),
      departments: departments.slice(at, at + portion),
      gonePeople: gonePeople.slice(at, at + portion),
      goneDepartments: goneDepartments.slice(at, at + portion),
      leftOut: leftOut.slice(at, at + portion),
    }
}
