import type {
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from '../src/modules/integrations/directories/directory.ts'
import type { DirectoryDepartment } from '../src/modules/integrations/directories/directory.ts'

/** A company that may call this machine. */
export const directorySurroundings = {
  caller: { ranges: ['127.0.0.0/8=test', '::1/128=test'], companyCode: 'test', isPlatform: false },
  timeoutMilliseconds: 5000,
}

export interface ReadDirectory extends DirectoryEnd {
  readonly pages: readonly DirectoryPage[]
  /** By subject and id: the last row counts. */
  readonly people: ReadonlyMap<string, DirectoryPerson>
  readonly departments: ReadonlyMap<string, DirectoryDepartment>
  readonly gone: readonly string[]
}

export async function readAll(
  reader: DirectoryReader,
  position: string | null = null,
  signal = AbortSignal.timeout(30_000),
): Promise<ReadDirectory> {
  const pages: DirectoryPage[] = []
  const reading = reader.read(position, signal)
  for (let one = await reading.next(); ; one = await reading.next()) {
    if (one.done === true)
      return {
        ...one.value,
        pages,
        people: new Map(pages.flatMap(({ people = [] }) => people.map((person) => [person.subject, person]))),
        departments: new Map(pages.flatMap(({ departments = [] }) => departments.map((d) => [d.id, d]))),
        gone: pages.flatMap(({ gonePeople = [] }) => gonePeople),
      }
    pages.push(one.value)
  }
}

/** Why a reading failed. */
export const failureOf = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  )
